import http from 'node:http'
import tls from 'node:tls'

type Environment = Readonly<Record<string, string | undefined>>

/** What runs on this machine is not behind a proxy, whatever the environment says of other hosts. */
const ownHosts = ['localhost', '127.0.0.1', '::1', '[::1]']

/** The variables of proxies in an environment, for an agent of `node:http`; `undefined` if it names no proxy. */
export function proxiesIn(environment: Environment = process.env): Record<string, string> | undefined {
  const read = (name: string) => environment[name.toLowerCase()] || environment[name] || undefined
  const proxies = { HTTP_PROXY: read('HTTP_PROXY'), HTTPS_PROXY: read('HTTPS_PROXY') }
  const named = Object.entries(proxies).flatMap(([name, proxy]) => (proxy ? [[name, proxy] as const] : []))
  if (named.length === 0) return undefined
  return { ...Object.fromEntries(named), NO_PROXY: [read('NO_PROXY'), ...ownHosts].filter(Boolean).join() }
}

/**
 * From now on, requests go through the proxies that the environment names (HTTPS_PROXY, HTTP_PROXY, NO_PROXY), and
 * trust the authorities that the machine trusts, besides those of Node. On a Node that lacks one of these, it stays as
 * it was; the launcher of the command does the same for proxies there. Certificates take a tenth of a second to read, so
 * who will not use TLS leaves them out.
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
