import { closeSync, openSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'

/**
 * Raise it when a reader finds something else in the same file than before: everything that was kept becomes invalid.
 */
const format = 5
export const head = `${JSON.stringify({ format })}\n`

const windowBytes = 2 ** 20
/** The last line says where the table of contents begins. */
const lastLineBytes = 32

/** A line of the table of contents: a file, its version, and for each piece of what it told: where, how long, checksum. */
export type Contents = readonly [path: string, size: number, mtimeMs: number, places: readonly number[]]

/** An index on the disk. Pieces are read one after the other, in the order in which they were written. */
export class IndexFile {
  readonly #file: number
  #window = Buffer.alloc(0)
  #windowAt = 0

  /** Throws if there is none. */
  constructor(path: string) {
    this.#file = openSync(path, 'r')
  }

  /** Throws if it is damaged. */
  contents(size: number): Contents[] {
    if (this.#text(0, head.length) !== head) throw new Error('This index has another format.')
    const lastLine = this.#text(Math.max(0, size - lastLineBytes), Math.min(size, lastLineBytes))
    const at = Number(/\n\[(\d+)\]\n$/.exec(lastLine)?.[1] ?? Number.NaN)
    const lines = this.#text(at, size - at).split('\n')
    return lines.slice(0, -3).map((line) => JSON.parse(line) as Contents)
  }

  /** A piece, which holds until the next is read. Throws if it is damaged. */
  piece(at: number, length: number, checksum: number): Buffer {
    const piece = this.#read(at, length)
    if (crc32(piece) !== checksum) throw new Error('This index is damaged.')
    return piece
  }

  close(): void {
    closeSync(this.#file)
  }

  #text(at: number, length: number): string {
    return this.#read(at, length).toString()
  }

  #read(at: number, length: number): Buffer {
    const start = at - this.#windowAt
    if (start >= 0 && start + length <= this.#window.length) return this.#window.subarray(start, start + length)
    const window = Buffer.allocUnsafe(Math.max(windowBytes, length))
    let filled = 0
    for (let count = -1; count !== 0 && filled < length; filled += count) {
      count = readSync(this.#file, window, filled, window.length - filled, at + filled)
    }
    if (filled < length) throw new Error('This index is too short.')
    this.#window = window.subarray(0, filled)
    this.#windowAt = at
    return this.#window.subarray(0, length)
  }
}
