import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Bytes on the disk that nobody needs after this process. Its name is gone at once where the system allows that. */
export class ThrowAwayFile {
  readonly #file: number
  #size = 0

  constructor() {
    const folder = mkdtempSync(join(tmpdir(), 'muster-history-'))
    this.#file = openSync(join(folder, 'texts'), 'wx+', 0o600)
    try {
      rmSync(folder, { recursive: true })
    } catch {
      const end = () => {
        closeSync(this.#file)
        rmSync(folder, { recursive: true, force: true })
      }
      process.once('exit', end)
    }
  }

  /** Returns where the bytes are. */
  add(bytes: Buffer): number {
    const start = this.#size
    for (let done = 0; done < bytes.length; )
      done += writeSync(this.#file, bytes, done, bytes.length - done, start + done)
    this.#size += bytes.length
    return start
  }

  read(start: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length)
    for (let done = 0; done < length; ) {
      const count = readSync(this.#file, bytes, done, length - done, start + done)
      if (count === 0) throw new Error('A throw-away file is shorter than what was written to it.')
      done += count
    }
    return bytes
  }
}
