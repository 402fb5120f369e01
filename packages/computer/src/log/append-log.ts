import { type FileHandle, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const newline = 0x0a

/** The pause before retrying after a full disk or another disk error. */
const retryMs = 500

/** Reports an error that prevents writing; the log keeps retrying. */
type OnFault = (error: Error) => void

/**
 * An append-only file of JSON lines. `append` resolves when its records are flushed to disk; concurrent appends share
 * one flush. While the disk is full they wait, so that no caller continues before its record is stored. Opening the
 * file removes a line that a crash has cut.
 */
export class AppendLog<R> {
  readonly path: string
  readonly #onFault: OnFault
  #file: FileHandle
  #waiting: string[] = []
  #isFlushWanted = false
  #writing: Promise<void> = Promise.resolve()
  #scheduled: Promise<void> | undefined
  #isPatient = true
  bytes: number

  private constructor(path: string, file: FileHandle, bytes: number, onFault: OnFault) {
    this.path = path
    this.#file = file
    this.#onFault = onFault
    this.bytes = bytes
  }

  static async open<R>(path: string, onFault: OnFault = () => {}): Promise<{ log: AppendLog<R>; records: R[] }> {
    const file = await open(path, 'a+', 0o600)
    const content = await file.readFile()
    const whole = content.subarray(0, content.lastIndexOf(newline) + 1)
    if (whole.length < content.length) await file.truncate(whole.length)
    if (content.length === 0) await syncDirectory(path)
    const log = new AppendLog<R>(path, file, whole.length, onFault)
    return { log, records: parseLines<R>(whole.toString('utf8')) }
  }

  /** Resolves when the records are flushed to disk. */
  append(...records: readonly R[]): Promise<void> {
    this.note(...records)
    this.#isFlushWanted = true
    return this.#schedule()
  }

  /** Written with the next append; a crash may lose the records. */
  note(...records: readonly R[]): void {
    for (const record of records) this.#waiting.push(`${JSON.stringify(record)}\n`)
  }

  /** Resolves when all noted records are written, but not flushed: a crash of the machine may still lose them. */
  drain(): Promise<void> {
    return this.#schedule()
  }

  /** Replaces all records atomically. */
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

  /** The process is about to exit: records that the disk does not accept now are dropped. */
  hurry(): void {
    this.#isPatient = false
  }

  async close(): Promise<void> {
    this.hurry()
    await this.#schedule().catch(this.#onFault)
    await this.#file.close()
  }

  #schedule(): Promise<void> {
    this.#scheduled ??= this.#writing
      .catch(() => {})
      .then(() => {
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
    for (let attempt = 1; ; attempt++) {
      try {
        // The failed attempt may have written a part.
        if (attempt > 1) await this.#file.truncate(this.bytes)
        if (text !== '') await this.#file.appendFile(text)
        if (isFlushWanted) await this.#file.datasync()
        this.bytes += Buffer.byteLength(text)
        return
      } catch (error) {
        if (!this.#isPatient) throw error
        if (attempt === 1) this.#onFault(error as Error)
        await pause(retryMs)
      }
    }
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

/** A new directory entry survives a crash only after the directory is flushed. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(dirname(path), 'r')
  await directory.sync().catch(() => {})
  await directory.close()
}
