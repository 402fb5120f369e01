import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { RowFormat } from './csv.ts'
import type { Piece } from './documents.ts'

/** The answer in chunks of text. */
type Chunks = AsyncIterable<string>

/** Wraps rows that are already JSON into the JSON envelope of the API. */
export async function* jsonEnvelope(rows: AsyncIterable<Piece>, meta: object): AsyncGenerator<string> {
  let separator = '{"data":['
  for await (const { text, isRest } of rows) {
    yield isRest ? text : separator + text
    separator = ','
  }
  yield `${separator === ',' ? '' : separator}],"meta":${JSON.stringify(meta)}}`
}

/** Renders the same stored rows in other formats. */
export async function* formatted(rows: AsyncIterable<Piece>, format: RowFormat): AsyncGenerator<string> {
  if (format.head !== '') yield format.head
  let whole = ''
  for await (const { text, isRest } of rows) {
    if (!isRest && whole !== '') yield linesOf(whole, format)
    whole = isRest ? whole + text : text
  }
  if (whole !== '') yield linesOf(whole, format)
}

function linesOf(text: string, format: RowFormat): string {
  let lines = ''
  for (const row of JSON.parse(`[${text}]`) as object[]) lines += format.line(row)
  return lines
}

/** An answer below this size is built before it is sent, and may be cached. A month of 200 users takes half of it. */
const wholeBytes = 8_000_000

/**
 * Returns a small answer as a whole, otherwise a stream that begins with what was already read. `expected` is the
 * approximate number of chunks: if the first one shows that the answer is too large, the stream starts at once.
 */
export async function gather(chunks: Chunks, expected: number): Promise<Buffer | Readable> {
  const iterator = chunks[Symbol.asyncIterator]()
  const parts: string[] = []
  let characters = 0
  for (let next = await iterator.next(); ; next = await iterator.next()) {
    if (next.done) return Buffer.from(parts.join(''))
    parts.push(next.value)
    characters += next.value.length
    const isTooMuch = characters > wholeBytes || (characters / parts.length) * expected > wholeBytes
    if (isTooMuch) return Readable.from(continued(parts, iterator), { highWaterMark: 1 })
  }
}

async function* continued(parts: string[], rest: AsyncIterator<string>): AsyncGenerator<Buffer> {
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) yield Buffer.from(part)
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield Buffer.from(next.value)
}

/** Returns a weak ETag, because the same answer may be compressed in several ways. */
export function etagOf(version: number, question: string): string {
  return `W/"${version}-${hash('sha256', question, 'base64url').slice(0, 16)}"`
}
