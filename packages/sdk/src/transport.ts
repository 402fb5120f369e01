import { readSecret, redactor, type Secret } from './bearer.ts'
import type { CallOptions } from './call.ts'
import { errorOf, MusterConnectionError, MusterError } from './errors.ts'
import type { Request } from './request.ts'
import { isPassing, isRepeatable, retryDelayMs, sleepFor } from './retry.ts'

export interface TransportOptions {
  /** The address of the API, such as `https://muster.example.org`. In a browser, `''` is the page's own origin. */
  readonly baseUrl: string
  /** The address of the application host, which has the readiness reports, if it differs. */
  readonly appUrl?: string | undefined
  readonly apiKey?: Secret | undefined
  /** A JWT instead of an API key. */
  readonly token?: Secret | undefined
  readonly fetch?: typeof fetch | undefined
  /** How often a call is retried after a transient failure. Default: 2; 0 disables retries. */
  readonly retries?: number | undefined
  /** Per attempt. Default: 60 seconds. */
  readonly timeoutMs?: number | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** For tests: waits between attempts. */
  readonly sleep?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined
  /** For tests: a number from 0 to below 1. */
  readonly random?: (() => number) | undefined
}

export interface RawResponse {
  readonly status: number
  readonly headers: Headers
  /** Parsed if it is JSON, otherwise the text; `undefined` without a body. */
  readonly body: unknown
}

export type Send = (request: Request, options?: CallOptions) => Promise<RawResponse>

/** One attempt. Resolves only for 2xx, when the headers arrive; the caller reads the body. */
export type Open = (request: Request, options: CallOptions) => Promise<Response>

export interface Transport {
  readonly send: Send
  readonly open: Open
}

/** Sends requests with bearer, timeout and retries. Resolves only for 2xx. */
export function createTransport(options: TransportOptions): Transport {
  const hosts = { api: checkedUrl(options.baseUrl), app: checkedUrl(options.appUrl ?? options.baseUrl) }
  const { retries = 2, sleep = sleepFor, random = Math.random } = options

  return { send, open }

  async function send(request: Request, call: CallOptions = {}): Promise<RawResponse> {
    const repeatable = isRepeatable(request.method, call.idempotencyKey !== undefined)
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await attemptOnce(request, call, async (response, redact) => {
        const body = parseBody(await response.text(), response.headers)
        const answer = { status: response.status, headers: response.headers, body }
        return response.ok ? answer : errorOf(answer, redact)
      })
      if (!(outcome instanceof Error)) return outcome
      if (!repeatable || attempt >= retries || !isWorthAnother(outcome)) throw outcome
      const retryAfterMs = outcome instanceof MusterError ? outcome.retryAfterMs : undefined
      const delayMs = retryDelayMs(attempt, retryAfterMs, random)
      if (delayMs === undefined) throw outcome
      await sleep(delayMs, call.signal)
    }
  }

  async function open(request: Request, call: CallOptions): Promise<Response> {
    const outcome = await attemptOnce(request, call, async (response, redact) => {
      if (response.ok) return response
      const body = parseBody(await response.text(), response.headers)
      return errorOf({ status: response.status, headers: response.headers, body }, redact)
    })
    if (outcome instanceof Error) throw outcome
    return outcome
  }

  /** Returns errors of the network and of the service; throws all others. */
  async function attemptOnce<T>(
    request: Request,
    call: CallOptions,
    read: (response: Response, redact: (text: string) => string) => Promise<T | Error>,
  ): Promise<T | Error> {
    call.signal?.throwIfAborted()
    const url = hosts[request.host ?? 'api'] + request.path
    const secret = await readSecret(options.token ?? options.apiKey)
    const redact = redactor(secret)
    const timeoutMs = (call.timeoutMs ?? options.timeoutMs ?? 60_000) + (request.waitMs ?? 0)
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), timeoutMs)
    const init: RequestInit = {
      method: request.method,
      headers: headersOf(request, options.headers, call, secret),
      body: bodyOf(request.body),
      signal: call.signal ? AbortSignal.any([call.signal, timeout.signal]) : timeout.signal,
      // Following a redirect would turn a POST into a GET, so a redirect is reported as an error.
      redirect: 'manual',
    }
    try {
      const response = await (options.fetch ?? globalThis.fetch)(url, init)
      if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
        return new UnusableAnswer(`${originOf(url)} answered with a redirect. Check the base URL.`)
      }
      return await read(response, redact)
    } catch (cause) {
      call.signal?.throwIfAborted()
      const reason = timeout.signal.aborted ? `no answer within ${timeoutMs / 1000} seconds` : redact(reasonOf(cause))
      return new MusterConnectionError(`Could not reach ${originOf(url)}: ${reason}`, { cause })
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Another program than the service answered, so a retry would not help. */
export class UnusableAnswer extends MusterConnectionError {}

/** Whether a retry may succeed. */
export function isWorthAnother(error: Error): boolean {
  if (error instanceof MusterError) return isPassing(error.status, error.code)
  return !(error instanceof UnusableAnswer)
}

function headersOf(request: Request, defaults: CallOptions['headers'], call: CallOptions, secret: string | undefined) {
  const headers = new Headers({ accept: 'application/json' })
  if (request.body !== undefined) headers.set('content-type', 'application/json')
  if (secret) headers.set('authorization', `Bearer ${secret}`)
  if (call.idempotencyKey !== undefined) headers.set('idempotency-key', call.idempotencyKey)
  if (call.ifMatch !== undefined) headers.set('if-match', String(call.ifMatch))
  for (const [name, value] of Object.entries({ ...defaults, ...call.headers })) headers.set(name, value)
  return headers
}

/** Text and bytes are sent unchanged; everything else as JSON. */
function bodyOf(body: unknown): BodyInit | null {
  if (body === undefined) return null
  if (typeof body === 'string' || body instanceof Blob) return body
  if (body instanceof Uint8Array) return new Uint8Array(body)
  return JSON.stringify(body)
}

function parseBody(text: string, headers: Headers): unknown {
  if (text === '') return undefined
  if (!/[/+]json\b/i.test(headers.get('content-type') ?? '')) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Refuses credentials in a URL. `fetch` would do so too, but quote them in its error. */
function checkedUrl(text: string): string {
  if (text === '' || text.startsWith('/')) return text.replace(/\/+$/, '')
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw new TypeError('The URL of the service must begin with http(s)://.')
  if (url.username || url.password) throw new TypeError('The URL of the service must not hold a user or password.')
  return url.origin + url.pathname.replace(/\/+$/, '')
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'the service'
}

/** The network's reason is in `cause`; if several addresses failed, the cause has a code but no message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the network failed'
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return cause.message || ('code' in cause ? String(cause.code) : error.message)
}
