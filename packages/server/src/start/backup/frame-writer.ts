import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { encodeFrame, type FrameKind, firstLineBytes } from './format.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

export interface FrameWriter {
  begin(): Promise<void>
  json(kind: 'H' | 'D', value: object): Promise<void>
  table(name: string): Promise<void>
  /** Writes text of COPY, with any number of whole or partial rows. */
  rows(text: Buffer): Promise<void>
  events(count: number, batch: object): Promise<void>
  end(): Promise<void>
}

/** Writes frames to a stream, with backpressure. The last frame contains the totals and the checksum. */
export function createFrameWriter(output: Writable, signal: AbortSignal): FrameWriter {
  const hash = createHash('sha256')
  const rows: Record<string, number> = {}
  let events = 0
  let table = ''

  async function write(bytes: Buffer): Promise<void> {
    signal.throwIfAborted()
    hash.update(bytes)
    if (!output.write(bytes)) await once(output, 'drain', { signal })
  }

  const frame = (kind: FrameKind, payload: Buffer) => write(encodeFrame(kind, payload))

  return {
    begin: () => write(firstLineBytes),
    json: (kind: 'H' | 'D', value: object) => frame(kind, Buffer.from(JSON.stringify(value))),
    async table(name) {
      table = name
      rows[name] = 0
      await frame('T', Buffer.from(JSON.stringify({ name })))
    },
    async rows(text) {
      const count = countLines(text)
      rows[table] = (rows[table] ?? 0) + count
      await frame('R', await pack(count, text))
    },
    async events(count, batch) {
      events += count
      await frame('E', await pack(count, Buffer.from(JSON.stringify(batch))))
    },
    async end() {
      const payload = Buffer.from(JSON.stringify({ sha256: hash.digest('hex'), rows, events }))
      signal.throwIfAborted()
      output.end(encodeFrame('Z', payload))
    },
  }
}

/** In the text of COPY, a line feed ends a row and occurs nowhere else. */
function countLines(text: Buffer): number {
  let count = 0
  for (let at = text.indexOf(0x0a); at !== -1; at = text.indexOf(0x0a, at + 1)) count++
  return count
}

async function pack(count: number, content: Buffer): Promise<Buffer> {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(count)
  return Buffer.concat([head, await compress(content)])
}

/** How many rows or events a frame contains. */
export function countIn(payload: Buffer): number {
  return payload.readUInt32BE(0)
}

export function unpack(payload: Buffer): Promise<Buffer> {
  return decompress(payload.subarray(4))
}
