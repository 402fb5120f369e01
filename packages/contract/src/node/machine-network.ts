import http from 'node:http'
import tls from 'node:tls'

type Environment = Readonly<Record<string, string | undefined>>

/** Servers on this machine are not behind a proxy, even if the environment sets one. */
const ownHosts = ['localhost', '127.0.0.1', '::1', '[::1]']

/** The proxy variables of an environment, for an agent of `node:http`; `undefined` if it names no proxy. */
export function proxiesIn(environment: Environment = process.env): Record<string, string> | undefined {
  const read = (name: string) => environment[name.toLowerCase()] || environment[name] || undefined
  const proxies = { HTTP_PROXY: read('HTTP_PROXY'), HTTPS_PROXY: read('HTTPS_PROXY') }
  const named = Object.entries(proxies).flatMap(([name, proxy]) => (proxy ? [[name, proxy] as const] : []))
  if (named.length === 0) return undefined
  return { ...Object.fromEntries(named), NO_PROXY: [read('NO_PROXY'), ...ownHosts].filter(Boolean).join() }
}

/**
 * From now on, requests use the proxies that the environment names (HTTPS_PROXY, HTTP_PROXY, NO_PROXY) and trust the
 * machine's certificate authorities besides those of Node. On a Node version that lacks one of these features, nothing
 * changes; the launcher of the command sets up proxies there. Reading certificates takes a tenth of a second, so
 * callers that do not use TLS pass `false`.
 */
export function useMachineNetwork(isSecure = true): void {
  const proxies = proxiesIn()
  if (proxies && 'setGlobalProxyFromEnv' in http) http.setGlobalProxyFromEnv(proxies)
  if (isSecure) trustMachine()
}

let isTrusted = false

function trustMachine(): void {
  if (isTrusted || !('setDefaultCACertificates' in tls)) return
  isTrusted = true
  tls.setDefaultCACertificates([...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])])
}

/** What to do about a certificate that was refused; `undefined` for any other error. */
export function certificateAdvice(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : ''
    if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
      return 'Its certificate is for another name. Use the name that it is for, or ask who runs the service for another certificate.'
    }
    if (code === 'CERT_HAS_EXPIRED') return 'Its certificate has expired. Tell who runs the service.'
    if (/CERT|SIGNATURE|ISSUER/.test(code)) {
      return (
        'Its certificate is from an authority that this machine does not know. Install the certificate of that authority ' +
        'in the system, or name its file: NODE_EXTRA_CA_CERTS=/path/to/authority.pem'
      )
    }
  }
  return undefined
}
