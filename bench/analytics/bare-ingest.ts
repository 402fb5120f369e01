import { join } from 'node:path'
import { createLog } from '../../packages/server/src/ground/platform/log.ts'
import type { Entry, Scope } from '../../packages/server/src/know/events/append.ts'
import { EventFile } from '../../packages/server/src/know/events/duckdb/event-file.ts'
import { dayNumberOf } from '../../packages/server/src/know/events/identity.ts'
import { type UsageEvent, unreported } from '../../packages/server/src/know/events/usage-event.ts'
import type { EventDraft } from '../../packages/server/src/know/ingest/draft.ts'
import { readTelemetry } from '../../packages/server/src/know/ingest/telemetry/read-telemetry.ts'
import type { BareIngestJob, IngestResult } from './ingest-job.ts'
import { type Mix, now, type Template, writeBody } from './telemetry-bodies.ts'

/**
 * The minimum cost of ingest: one process decodes the same bytes and appends the same rows to a DuckDB file. There is
 * no HTTP and no caller to identify. Nothing is hashed, looked up or marked, and native events are parsed without being
 * checked. While DuckDB writes rows, the next ones are decoded.
 */
process.on('message', (job: BareIngestJob) => {
  run(job).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      process.stderr.write(`Bare ingest failed: ${error instanceof Error ? error.stack : String(error)}\n`)
      process.exit(1)
    },
  )
})

/** The number that the service writes at once under load. */
const rowsAtOnce = 20_000
const nowMs = Date.parse(now)
const scope: Scope = {
  organizationId: '019a0000-0000-7000-8000-000000000000',
  idDay: dayNumberOf(nowMs),
  entries: new Map(),
}

async function run({ mix, firstNumber, durationMs, maxBodies, dataDir }: BareIngestJob): Promise<IngestResult> {
  const file = new EventFile(join(dataDir, 'bare.duckdb'), createLog('warn'))
  await file.open()
  const buffer = Buffer.allocUnsafe(Math.max(...mix.templates.map(({ bytes }) => bytes.length)))
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  const total = { bodies: 0, records: 0, events: 0, bytes: 0 }
  let writing = Promise.resolve()
  let rows: Entry[] = []
  const write = async () => {
    await writing
    const full = rows
    rows = []
    writing = file.write(({ insert }) => insert.run(full))
  }
  while (performance.now() < startedAt + durationMs && total.bodies < maxBodies) {
    const template = mix.templates[mix.order[total.bodies % mix.order.length] ?? 0]
    if (!template) break
    const length = writeBody(template, firstNumber + total.bodies, buffer)
    for (const event of decode(mix, template, buffer.subarray(0, length)))
      rows.push({ scope, event, stored: undefined, arrivedMs: 1 })
    total.bodies++
    total.records += template.records
    total.events += template.events
    total.bytes += length
    if (rows.length >= rowsAtOnce) await write()
  }
  if (rows.length > 0) await write()
  await writing
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  await file.close()
  const { bytes, ...counts } = total
  return { ...counts, megabytes: bytes / 1e6, seconds, cpuSeconds: (user + system) / 1e6 }
}

function* decode(mix: Mix, { signal }: Template, body: Buffer): Generator<UsageEvent> {
  if (signal === 'native' || mix.encoding === 'ndjson') {
    for (const line of body.toString('utf8').split('\n')) if (line !== '') yield rowOfNative(JSON.parse(line))
  } else {
    for (const draft of readTelemetry(signal, body, mix.encoding, nowMs).drafts) yield rowOfDraft(draft)
  }
}

let rowNumber = 0

function nextId(): string {
  return (rowNumber++).toString(16).padStart(32, '0')
}

function rowOfDraft(draft: EventDraft): UsageEvent {
  const { key: _key, email = '', anonymousId: _id, counter: _counter, ...rest } = draft
  return { ...rest, id: nextId(), user: `e:${email}`, billableTokens: draft.inputTokens + draft.outputTokens }
}

function rowOfNative(
  event: Record<string, string> & { time: number } & Record<TokenField, number | undefined>,
): UsageEvent {
  return {
    id: nextId(),
    timeMs: event.time,
    user: `e:${event.userEmail}`,
    session: event.sessionId ?? '',
    client: event.client as UsageEvent['client'],
    type: event.type as UsageEvent['type'],
    name: event.tool ?? event.model ?? event.role ?? event.name ?? event.operation ?? event.event ?? event.sha ?? '',
    detail: event.tier ?? event.mcpServer ?? event.extension ?? event.matcher ?? '',
    extra: event.autonomyLevel ?? event.command ?? '',
    ...unreported,
    quantity: 1,
    inputTokens: event.inputTokens ?? 0,
    outputTokens: event.outputTokens ?? 0,
    cacheReadTokens: event.cacheReadTokens ?? 0,
    cacheWriteTokens: event.cacheWriteTokens ?? 0,
    billableTokens: (event.inputTokens ?? 0) + (event.outputTokens ?? 0),
  }
}

type TokenField = 'inputTokens' | 'outputTokens' | 'cacheReadTokens' | 'cacheWriteTokens'
