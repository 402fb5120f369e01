import { setImmediate as turn } from 'node:timers/promises'
import type { AnswerKinds, Row } from '../queries.ts'

/** Writes ClickHouse's RowBinary: no escapes, no separators, and every byte of a text arrives as it was. */
export class RowWriter {
  #buffer: Buffer<ArrayBuffer>
  #at = 0

  constructor(expectedBytes = 65_536) {
    this.#buffer = Buffer.allocUnsafe(expectedBytes)
  }

  text(value: string): void {
    // Three bytes are the most that a unit of a JavaScript text becomes, five the most that a length takes.
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

/** Rows between which other work gets its turn: decoding a big day at once would hold up every request. */
const rowsAtOnce = 5_000

/** Reads RowBinary of texts and Float64 numbers. */
export async function readRows<T>(answer: Buffer, kinds: AnswerKinds, toValue: (row: Row) => T): Promise<T[]> {
  const cells: (string | number)[] = kinds.map(() => '')
  const row: Row = { text: (column) => cells[column] as string, number: (column) => cells[column] as number }
  const values: T[] = []
  let at = 0
  while (at < answer.length) {
    for (let column = 0; column < kinds.length; column++) {
      if (kinds[column] === 'number') {
        cells[column] = answer.readDoubleLE(at)
        at += 8
        continue
      }
      let [length, shift] = [0, 0]
      for (; (answer[at] ?? 0) >= 128; shift += 7) length |= ((answer[at++] ?? 0) & 127) << shift
      length |= (answer[at++] ?? 0) << shift
      cells[column] = length === 0 ? '' : answer.toString('utf8', at, at + length)
      at += length
    }
    values.push(toValue(row))
    if (values.length % rowsAtOnce === 0) await turn()
  }
  return values
}
