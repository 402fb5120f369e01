/** The maximum first pause; each further one doubles. */
const baseDelayMs = 200
const maxDelayMs = 10_000

/**
 * If the service asks for a longer pause, the error is thrown at once with `retryAfterMs`, so that the caller can
 * decide instead of waiting.
 */
export const maxRetryAfterMs = 30_000

const passingStatuses = new Set([429, 502, 503, 504])

/**
 * Whether a request can be repeated without a second effect. PATCH merges here, so it is idempotent. If the first
 * answer was lost, the answer to the second may be an error although the change was made: DELETE answers 404, PUT with
 * `If-Match` answers 412.
 */
export function isRepeatable(method: string, hasIdempotencyKey: boolean): boolean {
  return method !== 'POST' || hasIdempotencyKey
}

/**
 * Whether to retry. A repeated request gets `idempotency_in_progress` while the service still works on the first one.
 */
export function isPassing(status: number, code: string): boolean {
  return passingStatuses.has(status) || code === 'idempotency_in_progress'
}

/**
 * The pause before the next attempt; `undefined` if the service asks for more than `maxRetryAfterMs`. Full jitter
 * prevents clients that failed together from retrying together.
 */
export function retryDelayMs(attempt: number, retryAfterMs: number | undefined, random: () => number) {
  if (retryAfterMs !== undefined) return retryAfterMs <= maxRetryAfterMs ? retryAfterMs : undefined
  return Math.floor(random() * Math.min(maxDelayMs, baseDelayMs * 2 ** attempt))
}

/** `Retry-After` is a number of seconds or an HTTP date. Any other value counts as absent. */
export function parseRetryAfter(value: string | null, nowMs: number): number | undefined {
  const text = value?.trim()
  if (!text) return undefined
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const atMs = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs)
}

/** Waits, and rejects with the signal's reason as soon as the signal aborts. */
export function sleepFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', stop, { once: true })

    function done() {
      signal?.removeEventListener('abort', stop)
      resolve()
    }
    function stop() {
      clearTimeout(timer)
      reject(signal?.reason)
    }
  })
}
