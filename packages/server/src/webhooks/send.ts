import { lookup } from 'node:dns'
import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { type AddressRule, hostOf } from './address-rule.ts'

/** `status` is the receiver's answer; `error` is why there is no good answer. */
export interface SendResult {
  readonly status?: number
  readonly error?: string
}

const timeoutMs = 15_000

// Connections are not kept: each goes to an address that was just checked.
const agents = { http: new HttpAgent({ keepAlive: false }), https: new HttpsAgent({ keepAlive: false }) }

/**
 * Sends one request. The address is checked when the connection is made, so that a name cannot lead to one address when
 * it is checked and to another when it is used. Redirects are not followed, and only the status of the answer is kept.
 */
export function sendWebhook(
  rule: AddressRule,
  text: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<SendResult> {
  const url = new URL(text)
  const host = hostOf(url)
  const fault = isIP(host) ? rule(url, host) : undefined
  if (fault !== undefined) return Promise.resolve({ error: `The URL ${fault}.` })
  const isSecure = url.protocol === 'https:'
  return new Promise((resolve) => {
    const request = (isSecure ? httpsRequest : httpRequest)(
      url,
      {
        method: 'POST',
        agent: isSecure ? agents.https : agents.http,
        lookup: judgedLookup(rule, url),
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

function judgedLookup(rule: AddressRule, url: URL): LookupFunction {
  return (hostname, options, callback) => {
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

/** Only the message of the error, which names at most the address. */
function explain(error: Error): string {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'The receiver did not answer within 15 s.'
  const words = error instanceof AggregateError ? error.errors.map(({ message }) => message).join('; ') : error.message
  return words.slice(0, 300) || 'The receiver cannot be reached.'
}
