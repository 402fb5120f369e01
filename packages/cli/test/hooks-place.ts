import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Ended, launcher, type RunOptions, run, temporaryHome } from './run-muster.ts'

/** A home and a project, and `muster` in the project. */
export async function hooksPlace() {
  const home = await temporaryHome()
  const project = join(home, 'work')
  mkdirSync(join(project, '.git'), { recursive: true })
  const env = { HOME: home }
  // A shell changes the directory, because the helper starts everything in ours.
  const muster = (args: readonly string[], options: RunOptions = {}): Promise<Ended> =>
    run('sh', ['-c', 'cd "$0" && exec "$@"', project, process.execPath, launcher, ...args], {
      ...options,
      env: { ...env, ...options.env },
    })
  const raise = (event: string, input: unknown, options: RunOptions = {}) =>
    muster(['hooks', 'run', event], { ...options, input: typeof input === 'string' ? input : JSON.stringify(input) })
  return { home, project, muster, raise, settings: join(home, '.muster', 'settings.json') }
}
