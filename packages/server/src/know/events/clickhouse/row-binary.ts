import type { AnswerKinds, Row } from '../queries.ts'

/** Writes ClickHouse's RowBinary format: no escapes, no separators, and texts keep every byte. */
export class RowWriter {
  #buffer: Buffer<ArrayBuffer>
  #at = 0

  constructor(expectedBytes = 65_536) {
    this.#buffer = Buffer.allocUnsafe(expectedBytes)
  }

  text(value: string): void {
    // A UTF-16 unit takes at most three bytes, and a length at most five.
    this.#reserve(5 + 3 * value.length)
    if (value.length < 42) {
      const written = this.#buffer.write(value, this.#at + 1)
      this.#buffer[this.#at] = written
      this.#at += 1 + written
      return
    }
    let length = Buffer.byteLength(value)
    const bytes = length
    for (; length >= 128; length >>>= 7) this.#buffer[this.#at++] = (length & 127) | 128
    this.#buffer[this.#at++] = length
    this.#at += this.#buffer.write(value, this.#at, bytes)
  }

  id(hex: string): void {
    this.#reserve(16)
    this.#at += this.#buffer.write(hex, this.#at, 16, 'hex')
  }

  day(days: number): void {
    this.#reserve(2)
    this.#at = this.#buffer.writeUInt16LE(days, this.#at)
  }

  number(value: number): void {
    this.#reserve(8)
    this.#at = this.#buffer.writeUInt32LE(value >>> 0, this.#at)
    this.#at = this.#buffer.writeUInt32LE(Math.floor(value / 2 ** 32), this.#at)
  }

  /** Writes a nullable number, preceded by a byte that says whether it is null. */
  measure(value: number | null): void {
    this.#reserve(1)
    this.#buffer[this.#at++] = value === null ? 1 : 0
    if (value !== null) this.number(value)
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.#buffer.subarray(0, this.#at)
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return
    const bigger = Buffer.allocUnsafe(Math.max(2 * this.#buffer.length, this.#at + bytes))
    this.#buffer.copy(bigger, 0, 0, this.#at)
    this.#buffer = bigger
  }
}

/** Reads complete answers: RowBinary of texts and Float64 numbers. */
export function readRows<T>(answer: Uint8Array, kinds: AnswerKinds, toValue: (row: Row) => T): T[] {
  return [...createRowReader(kinds, toValue)(answer)]
}

/** Reads an answer in pieces, which may end anywhere. An incomplete row is kept until the next piece. */
export function createRowReader<T>(kinds: AnswerKinds, toValue: (row: Row) => T): (piece: Uint8Array) => Iterable<T> {
  const cells: (string | number)[] = kinds.map(() => '')
  const row: Row = { text: (column) => cells[column] as string, number: (column) => cells[column] as number }
  let rest: Buffer = Buffer.alloc(0)

  /** Returns the end of the row that begins at `start`, or -1 if it is incomplete. */
  function readRow(bytes: Buffer, start: number): number {
    let at = start
    for (let column = 0; column < kinds.length; column++) {
      if (kinds[column] === 'number') {
        if (at + 8 > bytes.length) return -1
        cells[column] = bytes.readDoubleLE(at)
        at += 8
        continue
      }
      let [length, shift] = [0, 0]
      for (; (bytes[at] ?? 0) >= 128; shift += 7) length |= ((bytes[at++] ?? 0) & 127) << shift
      if (at >= bytes.length) return -1
      length |= (bytes[at++] ?? 0) << shift
      if (at + length > bytes.length) return -1
      cells[column] = length === 0 ? '' : bytes.toString('utf8', at, at + length)
      at += length
    }
    return at
  }

  return function* (piece) {
    const given = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    const bytes = rest.length === 0 ? given : Buffer.concat([rest, given])
    let start = 0
    while (start < bytes.length) {
      const end = readRow(bytes, start)
      if (end === -1) break
      start = end
      yield toValue(row)
    }
    rest = bytes.subarray(start)
  }
}
