import { exitCodes, Failure, usage } from './command-line/failure.ts'
import { findCredentials } from './credentials.ts'

export const defaultUrl = 'http://127.0.0.1:4000'

export interface Connection {
  readonly url: string
  /** The application host, if it differs. */
  readonly appUrl?: string | undefined
  readonly key: string
}

/**
 * The address of the service: `--url`, MUSTER_API_URL, the stored one, or this machine. The key: MUSTER_API_KEY, or the
 * stored one.
 */
export async function getConnection(urlFlag: string | undefined, env: NodeJS.ProcessEnv): Promise<Connection> {
  const named = urlFlag ?? (env.MUSTER_API_URL || undefined)
  const envKey = env.MUSTER_API_KEY?.trim()
  const stored = named && envKey ? undefined : await findCredentials()
  const url = checkedUrl(named ?? stored?.url ?? defaultUrl)
  const appUrl = env.MUSTER_APP_URL ? checkedUrl(env.MUSTER_APP_URL) : undefined
  if (envKey) return { url, appUrl, key: envKey }
  // A stored key belongs to the service that issued it; it is not sent to another address.
  if (stored && checkedUrl(stored.url) === url) return { url, appUrl, key: stored.key }
  const hint =
    url === defaultUrl
      ? 'Log in with `muster login`, for a service elsewhere `muster login --url ADDRESS`, or set MUSTER_API_KEY. `muster usage` and `muster readiness` need no service.'
      : `Log in with \`muster login --url ${url}\`, or set MUSTER_API_KEY.`
  throw new Failure(`You are not logged in to ${url}.`, exitCodes.notLoggedIn, hint)
}

/** The address that `muster login` uses. */
export async function getUrl(urlFlag: string | undefined, env: NodeJS.ProcessEnv): Promise<string> {
  const named = urlFlag ?? (env.MUSTER_API_URL || undefined)
  // A new login repairs a damaged file, so the file must not prevent it.
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
