import { expect } from 'vitest'
import { installDebianPackage } from '../../server/src/testing/install-debian-package.ts'
import { findProgram } from '../src/agent/detect.ts'
import { probeConfinement } from '../src/sandbox/probe.ts'

/** Installs bubblewrap if it is missing. Without it, tests of the sandbox would prove nothing, so they fail. */
export async function needBubblewrap(): Promise<void> {
  if (findProgram('bwrap', process.env) === undefined) await installDebianPackage('bubblewrap')
  expect(await probeConfinement(process.env)).toEqual({ available: true })
}
