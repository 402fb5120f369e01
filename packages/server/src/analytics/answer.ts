import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { RowFormat } from './csv.ts'
import type { Piece } from './documents.ts'

/** What is sent, text by text. */
export type Chunks = AsyncIterable<string>

/** The envelope of the interface around rows that are JSON texts already. */
export async function* jsonEnvelope(rows: AsyncIterable<Piece>, meta: object): AsyncGenerator<string> {
  let separator = '{"data":['
  for await (const { text, isRest } of rows) {
    yield isRest ? text : separator + text
    separator = ','
  }
  yield `${separator === ',' ? '' : separator}],"meta":${JSON.stringify(meta)}}`
}

/** Other formats are made of the same stored rows. */
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

/**
 * Up to this size an answer is put together before it is sent, and may be kept for the next reader. A month of 200 users
 * takes half of it.
 */
const wholeBytes = 8_000_000

/**
 * The whole answer when it is small; else a stream that begins with what was read so far. `expected` is the number of
 * chunks to come, about: when the first one tells that they will be too much, nobody has to wait for a second.
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

/** Weak, because the same answer may be sent compressed in several ways. */
export function etagOf(version: number, question: string): string {
  return `W/"${version}-${hash('sha256', question, 'base64url').slice(0, 16)}"`
}
