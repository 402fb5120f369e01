import { type FileHandle, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

const newline = 0x0a

/**
 * An append-only file of JSON lines. `append` resolves when its records are on the disk; appends during a flush share
 * the next one. A line that a crash has cut is removed when the file is opened.
 */
export class AppendLog<R> {
  readonly path: string
  #file: FileHandle
  #waiting: string[] = []
  #isFlushWanted = false
  #writing: Promise<void> = Promise.resolve()
  #scheduled: Promise<void> | undefined
  bytes: number

  private constructor(path: string, file: FileHandle, bytes: number) {
    this.path = path
    this.#file = file
    this.bytes = bytes
  }

  static async open<R>(path: string): Promise<{ log: AppendLog<R>; records: R[] }> {
    const file = await open(path, 'a+', 0o600)
    const content = await file.readFile()
    const whole = content.subarray(0, content.lastIndexOf(newline) + 1)
    if (whole.length < content.length) await file.truncate(whole.length)
    if (content.length === 0) await syncDirectory(path)
    return { log: new AppendLog<R>(path, file, whole.length), records: parseLines<R>(whole.toString('utf8')) }
  }

  /** Resolves when the records are on the disk. */
  append(...records: readonly R[]): Promise<void> {
    this.note(...records)
    this.#isFlushWanted = true
    return this.#schedule()
  }

  /** Written with the next append; a crash may lose it. */
  note(...records: readonly R[]): void {
    for (const record of records) this.#waiting.push(`${JSON.stringify(record)}\n`)
  }

  /** Resolves when everything noted is written, although a crash of the machine may still lose it. */
  drain(): Promise<void> {
    return this.#schedule()
  }

  /** Replaces all records at once. */
  async rewrite(records: readonly R[]): Promise<void> {
    await this.#schedule()
    const draft = `${this.path}.draft`
    const text = records.map((record) => `${JSON.stringify(record)}\n`).join('')
    const file = await open(draft, 'w', 0o600)
    await file.writeFile(text)
    await file.datasync()
    await file.close()
    await rename(draft, this.path)
    await syncDirectory(this.path)
    await this.#file.close()
    this.#file = await open(this.path, 'a+', 0o600)
    this.bytes = Buffer.byteLength(text)
  }

  async close(): Promise<void> {
    await this.#schedule()
    await this.#file.close()
  }

  #schedule(): Promise<void> {
    this.#scheduled ??= this.#writing.then(() => {
      this.#scheduled = undefined
      this.#writing = this.#write()
      return this.#writing
    })
    return this.#scheduled
  }

  async #write(): Promise<void> {
    const text = this.#waiting.join('')
    const isFlushWanted = this.#isFlushWanted
    this.#waiting = []
    this.#isFlushWanted = false
    if (text !== '') {
      await this.#file.appendFile(text)
      this.bytes += Buffer.byteLength(text)
    }
    if (isFlushWanted) await this.#file.datasync()
  }
}

/** An unreadable line is skipped: losing one record is better than a computer that cannot start. */
export function parseLines<R>(text: string): R[] {
  return text.split('\n').flatMap((line) => {
    if (line === '') return []
    try {
      return [JSON.parse(line) as R]
    } catch {
      return []
    }
  })
}

/** A new name in a directory survives a crash only after the directory is flushed. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(dirname(path), 'r')
  await directory.sync().catch(() => {})
  await directory.close()
}
