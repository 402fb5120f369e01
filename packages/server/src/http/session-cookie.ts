import type { IncomingHttpHeaders } from 'node:http'

/** On https the browser itself makes sure that no other host and no plain http can set the cookie. */
function nameOf(isHttps: boolean): string {
  return isHttps ? '__Host-muster' : 'muster'
}

/** The header that gives a browser its cookie, or with `undefined` takes it back. */
export function setSessionCookie(value: string | undefined, isHttps: boolean, maxAgeMs: number): string {
  const age = value === undefined ? 0 : Math.floor(maxAgeMs / 1000)
  const parts = [`${nameOf(isHttps)}=${value ?? ''}`, 'Path=/', `Max-Age=${age}`, 'HttpOnly', 'SameSite=Lax']
  return [...parts, ...(isHttps ? ['Secure'] : [])].join('; ')
}

export function sessionCookieIn(headers: IncomingHttpHeaders, isHttps: boolean): string | undefined {
  return cookieIn(headers, nameOf(isHttps))
}

export function cookieIn({ cookie }: IncomingHttpHeaders, name: string): string | undefined {
  const prefix = `${name}=`
  return cookie
    ?.split(/; */)
    .find((part) => part.startsWith(prefix))
    ?.slice(prefix.length)
}

/**
 * Whether a request comes from a page of ours, or from no page at all. Browsers say so themselves; those that do not yet
 * name the origin of everything that changes something. A program that is no browser sends neither, and no page makes it.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, method: string, ownOrigins: readonly string[]): boolean {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || (site === 'none' && method === 'GET')
  if (origin === undefined) return true
  return ownOrigins.includes(origin) || (host !== undefined && URL.parse(origin)?.host === host)
}
