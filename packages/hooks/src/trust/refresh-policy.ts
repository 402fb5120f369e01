import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findService } from '../report/find-service.ts'
import { isPolicyFresh } from './organization-policy.ts'

/** Has the organization asked by a process that nobody waits for, if its last word is not of this hour. */
export function refreshPolicy(home: string, env: NodeJS.ProcessEnv = process.env): void {
  const service = findService(env, home)
  if (!service || isPolicyFresh(home, service.url)) return
  const program = fileURLToPath(new URL('./policy-main.ts', import.meta.url))
  const child = spawn(process.execPath, [program, home], {
    detached: true,
    stdio: 'ignore',
    env: { ...env, MUSTER_HOOK_RUN: undefined },
    cwd: '/',
  })
  child.on('error', () => {})
  child.unref()
}
