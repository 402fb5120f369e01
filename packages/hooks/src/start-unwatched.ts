import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Starts one of our programs in the background. The timeout that kills a hook must not kill it. */
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
