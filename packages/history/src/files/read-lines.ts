import { closeSync, openSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'

/** A longer line contains no usage of a known model, and reading it would need as much memory. */
const maxLineBytes = 64 * 2 ** 20
const firstSize = 2 ** 20
/** This many bytes identify a file, because records begin with times and ids. */
const checkedBytes = 2 ** 12
const newline = 10

export interface LineReader {
  /** Whether a line may matter, judged by its bytes: parsing takes ten times as long. */
  wants(line: Buffer): boolean
  read(record: unknown): void
}

/** The end of the last complete line of a file, and a checksum of the bytes before it. */
export interface End {
  readonly at: number
  readonly length: number
  readonly checksum: number
}

interface LinesRead {
  /** The position to resume at when lines are appended; undefined if the file must be read from the beginning. */
  readonly end: End | undefined
  /** The number of relevant lines with invalid JSON, without an incomplete last line. */
  readonly damaged: number
  /** The last line is incomplete, because its writer was stopped or is still writing. */
  readonly isUnfinished: boolean
  readonly tooLong: number
}

/** A buffer reused between files, because there are thousands and most are small. */
let spare: Buffer | undefined

/** A search for a text in a line. */
export function mark(text: string): (line: Buffer) => boolean {
  const bytes = Buffer.from(text)
  return (line) => line.includes(bytes)
}

/** Whether a file still has the bytes that were read before its recorded end. */
export function hasEnd(path: string, { at, length, checksum }: End): boolean {
  const bytes = Buffer.alloc(length)
  const file = openSync(path, 'r')
  try {
    return readSync(file, bytes, 0, length, at - length) === length && crc32(bytes) === checksum
  } finally {
    closeSync(file)
  }
}

/** Reads the JSON lines of a file, or those after an earlier end. Yields after each megabyte. */
export function* readLines(
  path: string,
  former: End | undefined,
  reader: LineReader,
  progress: (bytes: number) => void,
): Generator<void, LinesRead> {
  const file = openSync(path, 'r')
  let buffer = spare ?? Buffer.allocUnsafe(firstSize)
  spare = undefined
  let damaged = 0
  let tooLong = 0
  let isSkipping = false
  let filled = 0
  let at = former?.at ?? 0
  let wholeLines = former
  const take = (line: Buffer): 'unwanted' | 'read' | 'damaged' => {
    if (line.length < 2 || !reader.wants(line)) return 'unwanted'
    try {
      reader.read(JSON.parse(line.toString()))
      return 'read'
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      return 'damaged'
    }
  }
  try {
    for (;;) {
      if (filled === buffer.length) buffer = Buffer.concat([buffer], 2 * filled)
      const room = buffer.length - filled
      const count = readSync(file, buffer, filled, room, at)
      if (count === 0) break
      at += count
      progress(count)
      const bytes = buffer.subarray(0, filled + count)
      let start = 0
      for (let end = bytes.indexOf(newline, filled); end !== -1; end = bytes.indexOf(newline, start)) {
        if (isSkipping) isSkipping = false
        else if (take(bytes.subarray(start, end)) === 'damaged') damaged += 1
        start = end + 1
      }
      filled = bytes.length - start
      if (start > 0) wholeLines = endOf(bytes.subarray(0, start), at - filled)
      if (isSkipping || filled >= maxLineBytes) {
        if (!isSkipping) tooLong += 1
        isSkipping = true
        filled = 0
      } else {
        buffer.copyWithin(0, start, bytes.length)
      }
      // Only at the end of a file are fewer bytes read than requested.
      if (count < room) break
      yield
    }
    const last = isSkipping ? 'unwanted' : take(buffer.subarray(0, filled))
    // A last line without a newline may grow after it was read; then the file must be read again.
    return {
      end: isSkipping || last === 'read' ? undefined : wholeLines,
      damaged,
      isUnfinished: last === 'damaged',
      tooLong,
    }
  } finally {
    closeSync(file)
    if (buffer.length <= 4 * firstSize) spare = buffer
  }
}

function endOf(lines: Buffer, at: number): End {
  const checked = lines.subarray(-checkedBytes)
  return { at, length: checked.length, checksum: crc32(checked) }
}
