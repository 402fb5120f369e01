import type { Service } from './find-service.ts'
import { writeSendState } from './send-state.ts'
import { listSpool, readSpooled, removeSpooled } from './spool.ts'

export interface SendOptions {
  readonly directory: string
  readonly service: Service
  readonly fetch?: typeof fetch | undefined
  readonly nowMs?: (() => number) | undefined
}

type Sent = 'all' | 'failed'

const maxFilesAtOnce = 200
const answerMs = 30_000

/**
 * Sends the spool, oldest first, and removes what the service accepted. Failures stay for the next time. Two concurrent
 * senders do no harm: the service deduplicates events by id.
 */
export async function sendSpool(options: SendOptions): Promise<Sent> {
  const { directory, service, nowMs = Date.now } = options
  let rejected = 0
  const tell = (error: string | undefined) =>
    writeSendState({ directory, url: service.url, nowMs: nowMs() }, error, rejected)
  const paths = listSpool(directory)
  for (let size = maxFilesAtOnce; paths.length > 0; ) {
    const batch = paths.slice(0, size)
    const outcome = await sendFiles(batch, options)
    if (outcome.kind === 'failed') {
      tell(outcome.error)
      return 'failed'
    }
    // The service refuses the whole batch, so smaller batches isolate the invalid events.
    if (outcome.kind === 'refused' && batch.length > 1) {
      size = Math.ceil(batch.length / 2)
      continue
    }
    rejected += outcome.kind === 'refused' ? 1 : outcome.rejected
    removeSpooled(batch)
    paths.splice(0, batch.length)
    size = Math.min(maxFilesAtOnce, size * 2)
  }
  tell(undefined)
  return 'all'
}

type Outcome =
  | { readonly kind: 'taken'; readonly rejected: number }
  | { readonly kind: 'refused' }
  | { readonly kind: 'failed'; readonly error: string }

async function sendFiles(paths: readonly string[], { service, fetch: send = fetch }: SendOptions): Promise<Outcome> {
  const events = paths.flatMap((path) => readSpooled(path) ?? [])
  if (events.length === 0) return { kind: 'taken', rejected: 0 }
  try {
    const response = await send(`${service.url}/api/v0/events`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.key}`,
        'content-type': 'application/json',
        'user-agent': 'muster-hooks',
      },
      body: JSON.stringify({ events }),
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
    })
    const text = await response.text()
    if (response.ok) return { kind: 'taken', rejected: rejectedIn(text) }
    if ([400, 413, 422].includes(response.status)) return { kind: 'refused' }
    return { kind: 'failed', error: `${service.url} answered ${response.status}` }
  } catch (error) {
    return { kind: 'failed', error: `${service.url} could not be reached (${reasonOf(error)})` }
  }
}

function rejectedIn(text: string): number {
  try {
    const { rejected } = JSON.parse(text)
    return Array.isArray(rejected) ? rejected.length : 0
  } catch {
    return 0
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
}
