import { lookup } from 'node:dns'
import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { proxiesIn } from '@muster/contract/node/machine-network'
import { type AddressRule, addressesOf, faultOf, hostOf } from './address-rule.ts'

/** `status` is the HTTP status of the answer; `error` is why the attempt failed. */
export interface SendResult {
  readonly status?: number
  readonly error?: string
}

const timeoutMs = 15_000

/**
 * Sends one request. The address is checked when the connection is made, which prevents DNS rebinding. Redirects are
 * not followed, and only the status of the answer is kept.
 */
export async function sendWebhook(
  rule: AddressRule,
  text: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<SendResult> {
  const url = new URL(text)
  const host = hostOf(url)
  const proxyEnv = proxiesIn()
  // A proxy resolves the name itself, so the server can check addresses only in advance. A name that is unknown here is
  // left to the proxy: many private networks do not resolve public names.
  const addresses = isIP(host) ? [host] : proxyEnv && (await addressesOf(text))
  const fault = addresses && faultOf(rule, text, addresses)
  if (fault !== undefined) return { error: `The URL ${fault}.` }
  const isSecure = url.protocol === 'https:'
  return new Promise((resolve) => {
    const request = (isSecure ? httpsRequest : httpRequest)(
      url,
      {
        method: 'POST',
        // Connections are not reused: each goes to an address that was just checked.
        agent: new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: false, proxyEnv }),
        lookup: judgedLookup(rule, url, host),
        signal: AbortSignal.timeout(timeoutMs),
        headers: { 'content-type': 'application/json', 'user-agent': 'Muster', ...headers },
      },
      (response) => {
        const status = response.statusCode ?? 0
        response.destroy()
        resolve(status >= 200 && status < 300 ? { status } : { status, error: textOf(status) })
      },
    )
    request.on('error', (error) => resolve({ error: explain(error) }))
    request.end(body)
  })
}

function judgedLookup(rule: AddressRule, url: URL, host: string): LookupFunction {
  return (hostname, options, callback) => {
    // This is the name of the proxy, which the operator configured.
    if (hostname !== host) return lookup(hostname, options, callback)
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const fault = addresses.map(({ address }) => rule(url, address)).find((one) => one !== undefined)
      const [first] = addresses
      if (fault !== undefined || !first) return callback(new Error(`The URL ${fault ?? 'leads nowhere'}.`), [])
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

function textOf(status: number): string {
  if (status >= 300 && status < 400) return `The receiver redirects (${status}), which is not followed.`
  return `The receiver answered ${status}.`
}

/** Returns only the error's message, which contains no more than the address. */
function explain(error: Error): string {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'The receiver did not answer within 15 s.'
  const words = error instanceof AggregateError ? error.errors.map(({ message }) => message).join('; ') : error.message
  return words.slice(0, 300) || 'The receiver cannot be reached.'
}
