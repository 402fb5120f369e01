import { type FileHandle, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { syncDirectory } from '../../platform/replace-file.ts'

/** A journal begins with this mark, its number and a checksum of the number. */
const mark = Buffer.from('muster-1')
const numberBytes = 6
const beginBytes = mark.length + numberBytes + 4
/** A record: the length of its text in bytes, a checksum of number and text, four bytes each, then the text. */
const headBytes = 8

/**
 * A file of texts, each of which is on the disk when `append` resolves. Calls must come one after the other.
 *
 * After a failed flush nobody knows what the disk has, so the journal is broken and takes nothing more. Whoever opens it
 * anew reads what the disk has. A text whose flush failed may be there or not, and nobody was told that it is.
 */
export class Journal {
  readonly #path: string
  #file: FileHandle | undefined
  #number: number
  #length = 0
  #isBroken = false

  /** The file is made by the first text. */
  constructor(path: string, number: number) {
    this.#path = path
    this.#number = number
  }

  get number(): number {
    return this.#number
  }

  get isBroken(): boolean {
    return this.#isBroken
  }

  async append(text: string): Promise<void> {
    if (this.#isBroken) throw new Error('The journal of the event store is broken.')
    this.#file ??= await create(this.#path)
    const file = this.#file
    const begin = beginOf(this.#number)
    const record = recordOf(text, begin)
    const bytes = this.#length === 0 ? Buffer.concat([begin, record]) : record
    await this.#write(file, bytes)
    await this.#orBreak(() => file.datasync())
    this.#length += bytes.length
  }

  /** Forgets all texts. The next one begins a journal with the next number. */
  async beginAnew(): Promise<void> {
    this.#number++
    this.#length = 0
    await this.#orBreak(async () => this.#file?.truncate(0))
  }

  async remove(): Promise<void> {
    await this.close()
    await rm(this.#path, { force: true })
  }

  async close(): Promise<void> {
    this.#isBroken = true
    const file = this.#file
    this.#file = undefined
    // Everything is flushed, so nothing is lost whatever comes of it.
    await file?.close().catch(() => undefined)
  }

  /**
   * A disk that is full takes a part. What it took is cut off, so that it does not stand before the next text.
   *
   * The main thread does not write itself, although that takes 0.05 ms less: the system lets a writer wait while too much
   * of other files still has to get to the disk.
   */
  async #write(file: FileHandle, bytes: Buffer): Promise<void> {
    try {
      const { bytesWritten } = await file.write(bytes, 0, bytes.length, this.#length)
      if (bytesWritten < bytes.length) throw new Error('The disk took only a part of a text.')
    } catch (error) {
      await this.#orBreak(() => file.truncate(this.#length))
      throw error
    }
  }

  async #orBreak(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#isBroken = true
      throw error
    }
  }
}

/** What a journal holds that nobody has open. */
interface LeftJournal {
  readonly number: number | undefined
  /** The texts before the first record that is not whole. */
  readonly texts: string[]
  /** Everything from that record on. */
  readonly rest: Buffer
}

export async function readJournal(path: string): Promise<LeftJournal | undefined> {
  const bytes = await readFile(path).catch(missing)
  if (bytes === undefined) return undefined
  const begin = bytes.subarray(0, beginBytes)
  const number = begin.length < beginBytes ? 0 : begin.readUIntLE(mark.length, numberBytes)
  if (!begin.equals(beginOf(number))) return { number: undefined, texts: [], rest: bytes }
  const texts: string[] = []
  let at = beginBytes
  for (;;) {
    const text = textAt(bytes, at, begin)
    if (text === undefined) return { number, texts, rest: bytes.subarray(at) }
    texts.push(text.toString())
    at += headBytes + text.length
  }
}

function beginOf(number: number): Buffer {
  const begin = Buffer.alloc(beginBytes, mark)
  begin.writeUIntLE(number, mark.length, numberBytes)
  begin.writeUInt32LE(crc32(begin.subarray(0, -4)), beginBytes - 4)
  return begin
}

function recordOf(text: string, begin: Buffer): Buffer {
  const length = Buffer.byteLength(text)
  const record = Buffer.allocUnsafe(headBytes + length)
  record.write(text, headBytes)
  record.writeUInt32LE(length, 0)
  record.writeUInt32LE(checksumOf(record.subarray(headBytes), begin), 4)
  return record
}

function textAt(bytes: Buffer, at: number, begin: Buffer): Buffer | undefined {
  const from = at + headBytes
  if (from > bytes.length) return undefined
  const length = bytes.readUInt32LE(at)
  const text = bytes.subarray(from, from + length)
  const isWhole = text.length === length && checksumOf(text, begin) === bytes.readUInt32LE(at + 4)
  return isWhole ? text : undefined
}

/** A record of an earlier journal, which the disk may still show behind the end of this one, has another checksum. */
function checksumOf(text: Buffer, begin: Buffer): number {
  return crc32(text, begin.readUInt32LE(beginBytes - 4))
}

/** The name of a new file must be on the disk too, or a power cut takes the file. */
async function create(path: string): Promise<FileHandle> {
  const file = await open(path, 'w', 0o600)
  try {
    await syncDirectory(dirname(path))
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
