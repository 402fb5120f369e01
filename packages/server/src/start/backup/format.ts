import { createHash } from 'node:crypto'
import { type ByteReader, EndOfBytes } from './byte-reader.ts'

/**
 * A backup is one line, `MUSTER BACKUP <format>`, and frames after it. A frame is its kind (one letter), its length
 * (four bytes, big-endian), and that many bytes:
 *
 * | kind | what | bytes |
 * |---|---|---|
 * | H | who made it, of what | JSON |
 * | D | the schema of the tables | JSON |
 * | T | the table of the following rows | JSON |
 * | R | rows | how many (four bytes), then their text as COPY gives it, compressed with zstd |
 * | E | usage events of one organization | how many (four bytes), then JSON, compressed with zstd |
 * | Z | the end | JSON with the SHA-256 of all bytes before this frame, and the totals |
 * | X | instead of the end, from a service that failed | a sentence |
 *
 * A truncated file has no end frame, and a changed file has another checksum.
 */
const formatVersion = 1

export type FrameKind = 'H' | 'D' | 'T' | 'R' | 'E' | 'Z' | 'X'
const kinds: readonly string[] = ['H', 'D', 'T', 'R', 'E', 'Z', 'X']

export interface Frame {
  readonly kind: FrameKind
  readonly payload: Buffer
}

/** Far more than any frame has; a greater length means that the file is damaged. */
const maxFrameBytes = 2 ** 30
const firstLine = /^MUSTER BACKUP (\d{1,6})\n$/
export const firstLineBytes = Buffer.from(`MUSTER BACKUP ${formatVersion}\n`)

/** The reason why a backup cannot be used. The message is a sentence for the person who restores it. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}

const cutOff = 'The backup is cut off: its end is missing. Use another one.'
export const damaged = 'The backup is damaged: its content does not match its checksum. Use another one.'
export const noBackup = 'This is not a backup of Muster.'

export interface End {
  readonly sha256: string
  /** The number of rows of each table. */
  readonly rows: Readonly<Record<string, number>>
  readonly events: number
}

export function encodeFrame(kind: FrameKind, payload: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(kind, 0, 'latin1')
  head.writeUInt32BE(payload.length, 1)
  return Buffer.concat([head, payload])
}

/** Yields all frames including the end. Reading them all proves that the file is complete and unchanged. */
export async function* readFrames(reader: ByteReader): AsyncGenerator<Frame> {
  const hash = createHash('sha256')
  try {
    hash.update(await readFirstLine(reader))
    for (;;) {
      const head = await reader.take(5)
      const kind = head.toString('latin1', 0, 1)
      const length = head.readUInt32BE(1)
      if (!kinds.includes(kind) || length > maxFrameBytes) throw new BackupRefused(damaged)
      const payload = await reader.take(length)
      if (kind === 'X') throw new BackupRefused(payload.toString())
      if (kind === 'Z') {
        if (parseEnd(payload).sha256 !== hash.digest('hex')) throw new BackupRefused(damaged)
        if (!(await reader.isAtEnd())) throw new BackupRefused(damaged)
        yield { kind, payload }
        return
      }
      hash.update(head).update(payload)
      yield { kind: kind as FrameKind, payload }
    }
  } catch (error) {
    if (error instanceof EndOfBytes) throw new BackupRefused(cutOff)
    throw error
  }
}

async function readFirstLine(reader: ByteReader): Promise<Buffer> {
  const line = await reader.takeLine(32)
  const version = Number(firstLine.exec(line.toString('latin1'))?.[1])
  if (Number.isNaN(version)) throw new BackupRefused(noBackup)
  if (version > formatVersion) {
    throw new BackupRefused('A newer version of Muster made this backup: restore it with that version.')
  }
  return line
}

export function parseEnd(payload: Buffer): End {
  try {
    return JSON.parse(payload.toString()) as End
  } catch {
    throw new BackupRefused(damaged)
  }
}
