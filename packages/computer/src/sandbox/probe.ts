import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findProgram } from '../agent/detect.ts'

export interface Confinement {
  readonly available: boolean
  /** Why not, and what to do. */
  readonly reason?: string
}

const probeTimeoutMs = 10_000

/** Whether agents can be confined here. It is tried, because an installed program may lack permission. */
export function probeConfinement(env: NodeJS.ProcessEnv): Promise<Confinement> {
  return tryBubblewrap(env, [])
}

/** Whether an agent can have a network of its own, with only what we forward. */
export function probeOwnNetwork(env: NodeJS.ProcessEnv): Promise<Confinement> {
  return tryBubblewrap(env, ['--unshare-net'])
}

async function tryBubblewrap(env: NodeJS.ProcessEnv, more: readonly string[]): Promise<Confinement> {
  if (process.platform !== 'linux') return { available: false, reason: 'Confinement by bubblewrap needs Linux.' }
  const program = findProgram('bwrap', env)
  if (program === undefined) return { available: false, reason: 'bubblewrap is not installed: apt install bubblewrap' }
  const words = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/run', ...more]
  try {
    const options = { env, timeout: probeTimeoutMs }
    await promisify(execFile)(program, [...words, '--unshare-pid', '--die-with-parent', '/bin/true'], options)
    return { available: true }
  } catch (error) {
    const said = String((error as { stderr?: string }).stderr ?? '').trim() || String(error)
    return { available: false, reason: `bubblewrap does not work here: ${said.slice(0, 500)}` }
  }
}
