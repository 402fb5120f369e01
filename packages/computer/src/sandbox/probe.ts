import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findProgram } from '../agent/detect.ts'
import { apart } from './apart.ts'

export interface Confinement {
  readonly available: boolean
  /** Why not, and what to do. */
  readonly reason?: string
}

const probeTimeoutMs = 10_000

/** Explains bubblewrap's error about namespaces, which few people understand. */
const namespaces =
  ' It needs user namespaces: on Ubuntu, sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0; in a container, the host has to allow them.'

/**
 * Whether agents can be sandboxed here. It tries, because an installed bubblewrap may be too old or lack permission.
 */
export async function probeConfinement(env: NodeJS.ProcessEnv): Promise<Confinement> {
  if (process.platform !== 'linux') return { available: false, reason: 'Confinement by bubblewrap needs Linux.' }
  const program = findProgram('bwrap', env)
  if (program === undefined) return { available: false, reason: 'bubblewrap is not installed: apt install bubblewrap' }
  const words = [
    ...apart,
    '--unshare-net',
    '--ro-bind',
    '/',
    '/',
    '--dev',
    '/dev',
    '--proc',
    '/proc',
    '--tmpfs',
    '/run',
  ]
  try {
    const options = { env, timeout: probeTimeoutMs }
    await promisify(execFile)(program, [...words, '/bin/true'], options)
    return { available: true }
  } catch (error) {
    const said = String((error as { stderr?: string }).stderr ?? '').trim() || String(error)
    if (said.includes('--disable-userns'))
      return { available: false, reason: 'bubblewrap is too old: it must be 0.8 or newer' }
    const help = /uid map|new namespace|userns/i.test(said) ? namespaces : ''
    return { available: false, reason: `bubblewrap does not work here: ${said.slice(0, 500)}${help}` }
  }
}
