import { findService } from '../report/find-service.ts'
import { startUnwatched } from '../start-unwatched.ts'
import { isPolicyFresh } from './organization-policy.ts'

/** Starts a background process that asks the service, if the last answer is older than an hour. */
export function refreshPolicy(home: string, env: NodeJS.ProcessEnv = process.env): void {
  const service = findService(env, home)
  if (!service || isPolicyFresh(home, service.url)) return
  startUnwatched(new URL('./policy-main.ts', import.meta.url), home, env)
}
