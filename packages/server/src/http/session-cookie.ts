import type { IncomingHttpHeaders } from 'node:http'

/** With this prefix, browsers let no other host and no plain http set the cookie. */
function nameOf(isHttps: boolean): string {
  return isHttps ? '__Host-muster' : 'muster'
}

/** The header that sets the session cookie; `undefined` deletes it. */
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
 * Whether a request comes from one of our pages, or from no page at all. Current browsers say so in `Sec-Fetch-Site`;
 * older ones send `Origin` with every change. Other programs send neither, and no page can make a browser omit both.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, method: string, ownOrigins: readonly string[]): boolean {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || (site === 'none' && method === 'GET')
  if (origin === undefined) return true
  return ownOrigins.includes(origin) || (host !== undefined && URL.parse(origin)?.host === host)
}
