import { expect } from 'vitest'
import { needProgram } from '../../server/src/testing/need-program.ts'
import { probeConfinement } from '../src/sandbox/probe.ts'

/** Installs bubblewrap if it is missing. Without it, tests of the sandbox would prove nothing, so they fail. */
export async function needBubblewrap(): Promise<void> {
  await needProgram('bwrap', 'bubblewrap')
  expect(await probeConfinement(process.env)).toEqual({ available: true })
}
