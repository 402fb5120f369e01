import { closeSync, openSync, readSync } from 'node:fs'

/** A longer line holds no usage of a known model, and reading it would need as much memory. */
const maxLineBytes = 64 * 2 ** 20
const firstSize = 2 ** 20
const newline = 10

export interface LineReader {
  /** Reads a line by its bytes if it has a common form that it knows. False for any other, which is parsed if it is wanted. */
  readBytes?(bytes: Buffer, start: number, end: number): boolean
  /** Whether a line is worth parsing, by its bytes: parsing costs ten times as much as this check. */
  wants(bytes: Buffer, start: number, end: number): boolean
  read(record: unknown): void
}

interface LinesRead {
  /** Wanted lines that are not valid JSON, without an unfinished last line. */
  readonly damaged: number
  /** Its writer was stopped in the middle of the last line, or is still at it. */
  readonly isUnfinished: boolean
  readonly tooLong: number
}

/** Files are read one at a time, so all of them share this memory. */
let buffer = Buffer.allocUnsafe(firstSize)

/** Reads a file of JSON lines from its beginning to its present end, and comes back after each read. */
export function* readLines(
  path: string,
  reader: LineReader,
  progress?: (bytes: number) => void,
): Generator<void, LinesRead> {
  const file = openSync(path, 'r')
  let damaged = 0
  let isUnfinished = false
  let tooLong = 0
  let isSkipping = false
  let filled = 0
  const take = (bytes: Buffer, start: number, end: number, isLast: boolean) => {
    if (end - start < 2 || reader.readBytes?.(bytes, start, end) || !reader.wants(bytes, start, end)) return
    try {
      reader.read(JSON.parse(bytes.toString('utf8', start, end)))
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      if (isLast) isUnfinished = true
      else damaged += 1
    }
  }
  try {
    for (;;) {
      if (filled === buffer.length) grow(filled)
      const room = buffer.length - filled
      const count = readSync(file, buffer, filled, room, null)
      if (count === 0) break
      progress?.(count)
      const bytes = buffer.subarray(0, filled + count)
      let start = 0
      for (let end = bytes.indexOf(newline, filled); end !== -1; end = bytes.indexOf(newline, start)) {
        if (isSkipping) isSkipping = false
        else take(bytes, start, end, false)
        start = end + 1
      }
      filled = bytes.length - start
      if (isSkipping || filled >= maxLineBytes) {
        if (!isSkipping) tooLong += 1
        isSkipping = true
        filled = 0
      } else {
        buffer.copyWithin(0, start, bytes.length)
      }
      // Only the end of a file gives less than what was asked for.
      if (count < room) break
      yield
    }
    if (!isSkipping) take(buffer.subarray(0, filled), 0, filled, true)
  } finally {
    closeSync(file)
    if (buffer.length > 4 * firstSize) buffer = Buffer.allocUnsafe(firstSize)
  }
  return { damaged, isUnfinished, tooLong }
}

function grow(filled: number): void {
  const larger = Buffer.allocUnsafe(buffer.length * 2)
  buffer.copy(larger, 0, 0, filled)
  buffer = larger
}
