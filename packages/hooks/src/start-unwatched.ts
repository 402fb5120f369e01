import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Starts a program of ours that nobody waits for. A hook that is killed by its timeout must not take it along. */
export function startUnwatched(program: URL, argument: string, env: NodeJS.ProcessEnv): void {
  const child = spawn(process.execPath, [fileURLToPath(program), argument], {
    detached: true,
    stdio: 'ignore',
    env: { ...env, MUSTER_HOOK_RUN: undefined },
    cwd: '/',
  })
  child.on('error', () => {})
  child.unref()
}
