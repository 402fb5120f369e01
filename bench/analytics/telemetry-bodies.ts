import type { UsageEvent } from '../../packages/server/src/know/events/usage-event.ts'
import type { Encoding } from '../../packages/server/src/know/ingest/telemetry/otlp/decode.ts'
import type { Signal } from '../../packages/server/src/know/ingest/telemetry/otlp/responses.ts'
import { readTelemetry } from '../../packages/server/src/know/ingest/telemetry/read-telemetry.ts'
import { encodeProtobuf } from '../../packages/server/test/fixtures/agents/encode-protobuf.ts'
import { recording } from '../../packages/server/test/fixtures/agents/recordings.ts'
import { inventedEvents } from './invented-events.ts'

/** The body of a request. Overwriting its marks with a number makes another body of it, with new ids. */
export interface Template {
  readonly path: string
  readonly contentType: string
  readonly signal: Signal | 'native'
  readonly bytes: Uint8Array
  /** The positions of eight hexadecimal digits to overwrite. */
  readonly textMarks: readonly number[]
  /** The same for ids in binary: four bytes. */
  readonly byteMarks: readonly number[]
  readonly records: number
  /** The number of usage events in it. */
  readonly events: number
}

/** Bodies, and the order in which they are sent over and over. */
export interface Mix {
  readonly name: string
  readonly encoding: Encoding | 'ndjson'
  readonly templates: readonly Template[]
  readonly order: readonly number[]
}

/** The service's clock. The recordings are of this day, which is not over, so that the batch leaves it alone. */
export const now = '2026-11-15T23:00:00.000Z'
const nowMs = Date.parse(now)

const recordings = [
  'claude-code',
  'claude-code-details',
  'codex',
  'codex-git-and-mcp',
  'copilot',
  'gemini-cli',
  'opencode',
  'qwen-code',
]
const signals: readonly Signal[] = ['logs', 'metrics', 'traces']
const listOf = { logs: 'resourceLogs', metrics: 'resourceMetrics', traces: 'resourceSpans' } as const

const mark = 'c0ffee99'
const textMark = Buffer.from(mark)
const byteMark = Buffer.from(mark, 'hex')

/**
 * What six agents sent, multiplied: each body holds one signal of one agent, from as many processes as it takes. Bodies
 * occur as often as their records do in the recordings, including all those that are not about usage.
 */
export function otlpMix(encoding: Encoding, recordsOfBody: number): Mix {
  const templates: Template[] = []
  const order: number[] = []
  for (const name of recordings) {
    for (const signal of signals) {
      const made = templateOf(name, signal, encoding, recordsOfBody)
      if (!made) continue
      for (let times = 0; times < Math.ceil(made.recorded / 10); times++) order.push(templates.length)
      templates.push(made)
    }
  }
  return { name: `OTLP ${encoding === 'json' ? 'JSON' : 'protobuf'}`, encoding, templates, order: shuffled(order) }
}

/** What an agent sent of one signal, or what `choose` picks of it, multiplied; and how many records that was before. */
export function templateOf(
  name: string,
  signal: Signal,
  encoding: Encoding,
  recordsOfBody: number,
  choose: (resources: object[]) => object[] = (resources) => resources,
): (Template & { readonly recorded: number }) | undefined {
  const requests = recording(name).filter((recorded) => recorded.signal === signal)
  if (requests.length === 0) return undefined
  const resources = choose(requests.flatMap(({ request }) => request[listOf[signal]] as object[]))
  const recorded = read(signal, encode(signal, encoding, resources), encoding).records
  const copies = Math.ceil(recordsOfBody / recorded)
  const multiplied = Array.from({ length: copies }, (_, copy) => copyOf(resources, copy)).flat()
  const bytes = encode(signal, encoding, multiplied)
  const { records, drafts, quarantined } = read(signal, bytes, encoding)
  if (quarantined.length > 0) throw new Error(`${name} ${signal}: ${quarantined[0]?.reason}`)
  const contentType = encoding === 'json' ? 'application/json' : 'application/x-protobuf'
  const marks = { textMarks: placesOf(bytes, textMark), byteMarks: placesOf(bytes, byteMark) }
  // Some agents report the same thing twice; it counts once.
  const events = new Set(drafts.map(({ type, key }) => `${type} ${key}`)).size
  return { path: `/v1/${signal}`, contentType, signal, bytes, ...marks, records, events, recorded }
}

export function nativeMix(eventsOfBody: number): Mix {
  const users = 5
  const each = Math.ceil(eventsOfBody / users)
  const start = Date.parse(now.slice(0, 10))
  const templates = Array.from({ length: 20 }, (_, body): Template => {
    const lines = Array.from({ length: users }, (_, user) => [
      ...inventedEvents({ user: body * users + user, dayMs: start, from: 0, to: each }),
    ]).flat()
    const bytes = Buffer.from(lines.map((event) => `${JSON.stringify(nativeOf(event))}\n`).join(''))
    const marks = { textMarks: placesOf(bytes, textMark), byteMarks: [] }
    const [path, contentType] = ['/api/v0/events', 'application/x-ndjson']
    return { path, contentType, signal: 'native', bytes, ...marks, records: lines.length, events: lines.length }
  })
  return { name: 'native NDJSON', encoding: 'ndjson', templates, order: templates.map((_, index) => index) }
}

/** Writes the body with this number into `target`. Returns its length. */
export function writeBody({ bytes, textMarks, byteMarks }: Template, number: number, target: Buffer): number {
  target.set(bytes)
  const text = Buffer.from(number.toString(16).padStart(8, '0'))
  for (const place of textMarks) target.set(text, place)
  for (const place of byteMarks) target.writeUInt32BE(number, place)
  return bytes.length
}

function encode(signal: Signal, encoding: Encoding, resources: readonly object[]): Buffer {
  const request = { [listOf[signal]]: resources }
  return encoding === 'json' ? Buffer.from(JSON.stringify(request)) : encodeProtobuf(signal, request)
}

function read(signal: Signal, bytes: Buffer, encoding: Encoding) {
  return readTelemetry(signal, bytes, encoding, nowMs)
}

interface Resource {
  readonly resource: { readonly attributes: readonly { readonly key: string }[] }
}

/**
 * The same from another process of another person, a little later: every id ends with the number of the copy and a
 * mark.
 */
function copyOf(resources: readonly object[], copy: number): object[] {
  const end = copy.toString(16).padStart(4, '0') + mark
  const text = JSON.stringify(resources)
    .replace(/("|-)1794\d{15}(?=")/g, (time) => `${time[0]}${BigInt(time.slice(1)) + BigInt(copy) * 30_000_000_000n}`)
    .replace(/(?<=[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-)[0-9a-f]{12}(?![0-9a-f])/g, end)
    .replace(/(?<![0-9a-f.])(?=\d*[a-f])[0-9a-f]{16,40}(?![0-9a-f])/g, (id) => id.slice(0, -end.length) + end)
    .replace(/(?<=ses_[0-9A-Za-z]{14})[0-9A-Za-z]{12}/g, end)
    .replaceAll('ada@example.com', `p${copy}@example.com`)
  return (JSON.parse(text) as Resource[]).map((item) => ({ ...item, resource: withInstance(item.resource, end) }))
}

/** Without an id of their own, two processes on one machine would report the same running totals. */
function withInstance(resource: Resource['resource'], end: string): object {
  const others = resource.attributes.filter(({ key }) => key !== 'service.instance.id')
  const own = { key: 'service.instance.id', value: { stringValue: `00000000-0000-4000-8000-${end}` } }
  return { ...resource, attributes: [...others, own] }
}

function nativeOf(event: UsageEvent): object {
  const { type, name, detail, extra, timeMs: time, client } = event
  const common = {
    id: `${event.id.slice(0, 24)}${mark}`,
    time,
    userEmail: event.user.slice(2),
    sessionId: `${event.session}-${mark}`,
    client,
    type,
  }
  if (type === 'message') return { ...common, role: name }
  if (type === 'model_call') {
    const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = event
    const tokens = { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }
    return { ...common, model: name, tier: detail, ...tokens }
  }
  if (type === 'tool_call') {
    return { ...common, tool: name, ...(detail !== '' && { mcpServer: detail }), autonomyLevel: extra, success: true }
  }
  if (type === 'file') return { ...common, operation: name, extension: detail }
  if (type === 'hook') return { ...common, event: name, matcher: detail, command: extra }
  if (type === 'commit') return { ...common, sha: `${name.slice(8)}${mark}` }
  return type === 'session_start' ? common : { ...common, name }
}

function placesOf(bytes: Buffer, wanted: Buffer): number[] {
  const places: number[] = []
  for (let at = bytes.indexOf(wanted); at !== -1; at = bytes.indexOf(wanted, at + wanted.length)) places.push(at)
  return places
}

/** In an order that looks random and is the same every time. */
function shuffled(items: readonly number[]): number[] {
  const keyed = items.map((item, index) => ({ item, key: Math.imul(index + 1, 0x9e3779b1) >>> 0 }))
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
}
