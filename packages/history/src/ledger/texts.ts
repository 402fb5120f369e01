import { ThrowAwayFile } from './throw-away-file.ts'

const textsOfBlock = 1024
/** Blocks of texts that are kept parsed: things of one time are in few of them. */
const parsedBlocks = 64
/** What has more goes to the disk. */
const bytesInMemory = 8 * 2 ** 20

interface Block {
  readonly bytes: Buffer | undefined
  readonly start: number
  readonly length: number
}

/** A long list of short texts. They take two thirds of the memory of strings, and what does not fit is on the disk. */
export class Texts {
  size = 0
  readonly #blocks: Block[] = []
  readonly #parsed = new Map<number, readonly string[]>()
  #last: string[] = []
  #bytes = 0
  #file: ThrowAwayFile | undefined

  add(text: string): void {
    this.#last.push(text)
    this.size += 1
    if (this.#last.length < textsOfBlock) return
    this.#blocks.push(this.#stored(Buffer.from(JSON.stringify(this.#last))))
    this.#last = []
  }

  get(at: number): string {
    const number = Math.floor(at / textsOfBlock)
    const texts = number < this.#blocks.length ? this.#parse(number) : this.#last
    return texts[at % textsOfBlock] as string
  }

  #stored(bytes: Buffer): Block {
    this.#bytes += bytes.length
    if (this.#bytes < bytesInMemory) return { bytes, start: 0, length: bytes.length }
    try {
      this.#file ??= new ThrowAwayFile()
      return { bytes: undefined, start: this.#file.add(bytes), length: bytes.length }
    } catch {
      // A full disk costs memory, and no texts.
      return { bytes, start: 0, length: bytes.length }
    }
  }

  #parse(number: number): readonly string[] {
    const known = this.#parsed.get(number)
    if (known) return known
    const { bytes, start, length } = this.#blocks[number] as Block
    const texts: string[] = JSON.parse((bytes ?? (this.#file as ThrowAwayFile).read(start, length)).toString())
    this.#parsed.set(number, texts)
    const [oldest] = this.#parsed.keys()
    if (this.#parsed.size > parsedBlocks && oldest !== undefined) this.#parsed.delete(oldest)
    return texts
  }
}
