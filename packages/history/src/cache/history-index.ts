import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type Contents, IndexFile } from './index-file.ts'
import { IndexWriter } from './index-writer.ts'

/** Below this, reading again is as fast as caching. */
const worthBytes = 4 * 2 ** 20
/** Writing a large index anew is worth it only if more than this part of the history was read. */
const worthPart = 1 / 64

/** A file is unchanged if its size and its time are. */
interface Version {
  readonly path: string
  readonly size: number
  /** Undefined if it says nothing about what is in the file: it is never known then. */
  readonly mtimeMs: number | undefined
}

type Piece = readonly [path: string, size: number, mtimeMs: number, piece: Buffer]

/**
 * Remembers what the files of an agent told, as long as their size and time stay the same. It is on the disk: in memory are
 * the names of the files alone. The index may be deleted at any time. If it is damaged or cannot be written, everything is
 * read again.
 */
export class HistoryIndex {
  readonly #path: string
  readonly #file: IndexFile | undefined
  readonly #known = new Map<string, Contents>()
  readonly #kept: Contents[] = []
  #keptBytes = 0
  #readBytes = 0
  /** What was read before it was clear that writing is worth it. */
  #pieces: Piece[] = []
  #writer: IndexWriter | undefined
  #isBroken = false

  constructor(folder: string, agent: string) {
    this.#path = join(folder, `history-${agent}.json`)
    try {
      const { size } = statSync(this.#path)
      this.#file = new IndexFile(this.#path)
      for (const contents of this.#file.contents(size)) this.#known.set(contents[0], contents)
    } catch {
      this.#known.clear()
    }
  }

  /** Whether it knows this version of a file. */
  has({ path, size, mtimeMs }: Version): boolean {
    const known = this.#known.get(path)
    return known?.[1] === size && known[2] === mtimeMs
  }

  /** The pieces of what a known file told; each holds until the next. Throws if they are damaged. */
  find({ path }: Version): Iterable<Buffer> {
    return this.#piecesOf(this.#known.get(path) as Contents)
  }

  /** Keeps what is known of a file that was not read again. */
  keepKnown({ path }: Version): void {
    const contents = this.#known.get(path) as Contents
    this.#kept.push(contents)
    this.#keptBytes += contents[1]
  }

  /** Keeps a piece of what a file told. */
  keep({ path, size, mtimeMs }: Version, piece: Buffer, isFirst: boolean): void {
    if (this.#isBroken || mtimeMs === undefined) return
    if (isFirst) this.#readBytes += size
    if (this.#readBytes < worthBytes || this.#readBytes < this.#keptBytes * worthPart) {
      this.#pieces.push([path, size, mtimeMs, Buffer.from(piece)])
      return
    }
    try {
      this.#writer ??= this.#begin()
      this.#writer.add(path, size, mtimeMs, piece)
    } catch {
      this.#giveUp()
    }
  }

  /** Replaces the index if there is enough new in it. */
  save(): void {
    try {
      this.#writer?.end()
    } catch {
      this.#giveUp()
    }
    this.#file?.close()
  }

  /** The next run reads everything again. */
  #giveUp(): void {
    this.#isBroken = true
    this.#writer?.giveUp()
    this.#writer = undefined
  }

  #begin(): IndexWriter {
    const writer = new IndexWriter(this.#path)
    for (const contents of this.#kept) {
      const [path, size, mtimeMs] = contents
      for (const piece of this.#piecesOf(contents)) writer.add(path, size, mtimeMs, piece)
    }
    for (const piece of this.#pieces) writer.add(...piece)
    this.#pieces = []
    return writer
  }

  *#piecesOf([, , , places]: Contents): Generator<Buffer> {
    for (let at = 0; at < places.length; at += 3) {
      const [start, length, checksum] = places.slice(at, at + 3) as [number, number, number]
      yield (this.#file as IndexFile).piece(start, length, checksum)
    }
  }
}
