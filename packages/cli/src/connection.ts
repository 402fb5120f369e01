import { exitCodes, Failure, usage } from './command-line/failure.ts'
import { findCredentials } from './credentials.ts'

export const defaultUrl = 'http://127.0.0.1:4000'

export interface Connection {
  readonly url: string
  /** The application host, when it is another one. */
  readonly appUrl?: string | undefined
  readonly key: string
}

/**
 * Where the service is: `--url`, then MUSTER_API_URL, then what was stored, then this machine.
 * The key: MUSTER_API_KEY, then what was stored.
 */
export async function findConnection(urlFlag: string | undefined, env: NodeJS.ProcessEnv): Promise<Connection> {
  const named = urlFlag ?? (env.MUSTER_API_URL || undefined)
  const envKey = env.MUSTER_API_KEY?.trim()
  const stored = named && envKey ? undefined : await findCredentials()
  const url = checkedUrl(named ?? stored?.url ?? defaultUrl)
  const appUrl = env.MUSTER_APP_URL ? checkedUrl(env.MUSTER_APP_URL) : undefined
  if (envKey) return { url, appUrl, key: envKey }
  // A stored key is for the service that it was made by; another address must not get to see it.
  if (stored && checkedUrl(stored.url) === url) return { url, appUrl, key: stored.key }
  const hint = `Log in with \`muster login${url === defaultUrl ? '' : ` --url ${url}`}\`, or set MUSTER_API_KEY.`
  throw new Failure(`You are not logged in to ${url}.`, exitCodes.notLoggedIn, hint)
}

/** Where `muster login` logs in to. */
export async function findUrl(urlFlag: string | undefined, env: NodeJS.ProcessEnv): Promise<string> {
  const named = urlFlag ?? (env.MUSTER_API_URL || undefined)
  // A damaged file is what a new login mends, so it must not stand in its way.
  const stored = named ? undefined : await findCredentials().catch(() => undefined)
  return checkedUrl(named ?? stored?.url ?? defaultUrl)
}

function checkedUrl(text: string): string {
  const whole = text.includes('://') ? text : `http://${text}`
  const url = URL.canParse(whole) ? new URL(whole) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname || url.username || url.password) {
    throw usage('The address of the service must look like https://muster.example.org.')
  }
  return url.origin + url.pathname.replace(/\/+$/, '')
}
