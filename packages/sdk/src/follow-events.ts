import type { WatchOptions } from './call.ts'
import { MusterConnectionError, MusterError } from './errors.ts'
import { createEventParser, type WireEvent } from './event-parser.ts'
import type { Request } from './request.ts'
import { maxRetryAfterMs, retryDelayMs, sleepFor } from './retry.ts'
import { isWorthAnother, type Open, type TransportOptions, UnusableAnswer } from './transport.ts'

export interface StreamEvent {
  readonly event: string
  readonly id?: string | undefined
  readonly data: unknown
}

/** After a connection of this length, the next attempt follows quickly. */
const goodMs = 10_000

/**
 * Yields events as they arrive, until the reader stops or the signal aborts. A lost connection resumes after the last
 * event, so that no event is lost or repeated. Errors that a retry cannot solve are thrown, such as 404 for a deleted
 * session. Before the first connection, `retries` of the client applies.
 */
export async function* followEvents(
  open: Open,
  request: Request,
  options: WatchOptions,
  client: Pick<TransportOptions, 'retries' | 'sleep' | 'random'>,
): AsyncGenerator<StreamEvent, void, undefined> {
  const { retries = 2, sleep = sleepFor, random = Math.random } = client
  let lastId = options.lastEventId
  let wasOpen = false
  let failures = 0
  for (;;) {
    let openedMs: number | undefined
    let fault: Error = new MusterConnectionError('The service has ended the stream.')
    try {
      for await (const event of eventsOf(open, request, options, lastId)) {
        if (event === 'open') {
          wasOpen = true
          openedMs = performance.now()
          options.onOpen?.()
          continue
        }
        if (event.id !== undefined && event.id !== lastId) {
          lastId = event.id
          failures = 0
        }
        yield event
      }
    } catch (error) {
      options.signal?.throwIfAborted()
      if (!(error instanceof MusterConnectionError || error instanceof MusterError)) throw error
      if (!isWorthAnother(error) || (!wasOpen && failures >= retries)) throw error
      fault = error
    }
    if (openedMs !== undefined && performance.now() - openedMs > goodMs) failures = 0
    const asked = fault instanceof MusterError ? fault.retryAfterMs : undefined
    const retryInMs = retryDelayMs(failures, asked, random) ?? maxRetryAfterMs
    failures += 1
    options.onLost?.({ error: fault, retryInMs, attempt: failures })
    await sleep(retryInMs, options.signal)
  }
}

/** The events of one connection. */
async function* eventsOf(
  open: Open,
  request: Request,
  { signal, silenceMs = 40_000, headers, ...options }: WatchOptions,
  lastId: string | undefined,
): AsyncGenerator<StreamEvent | 'open', void, undefined> {
  const abort = new AbortController()
  const response = await open(request, {
    ...options,
    headers: { accept: 'text/event-stream', ...headers, ...(lastId !== undefined && { 'last-event-id': lastId }) },
    signal: signal ? AbortSignal.any([signal, abort.signal]) : abort.signal,
  })
  const reader = response.body?.getReader()
  try {
    if (!reader || !/^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '')) {
      throw new UnusableAnswer('The answer is no stream of events, so it is not from the service. Check the base URL.')
    }
    yield 'open'
    const parse = createEventParser()
    const decoder = new TextDecoder()
    for (;;) {
      const { done, value } = await readWithin(silenceMs, reader, abort)
      if (done) return
      for (const event of parse(decoder.decode(value, { stream: true }))) yield readData(event)
    }
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof MusterConnectionError) throw error
    throw new MusterConnectionError('The stream of events broke off.', { cause: error })
  } finally {
    abort.abort()
  }
}

async function readWithin(ms: number, reader: ReadableStreamDefaultReader<Uint8Array>, abort: AbortController) {
  const timer = setTimeout(
    () => abort.abort(new MusterConnectionError(`The service has said nothing for ${ms / 1000} seconds.`)),
    ms,
  )
  try {
    return await reader.read()
  } finally {
    clearTimeout(timer)
  }
}

function readData({ data, ...event }: WireEvent): StreamEvent {
  try {
    return { ...event, data: JSON.parse(data) }
  } catch (cause) {
    throw new UnusableAnswer('An event holds no JSON, so it is not from the service. Check the base URL.', { cause })
  }
}
