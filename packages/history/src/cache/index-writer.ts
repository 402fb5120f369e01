import { closeSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { type Contents, head } from './index-file.ts'

/** How many bytes are written at once. */
const portionBytes = 2 ** 18

/** How many letters of the table of contents become bytes at once. */
const linesLength = 2 ** 14

/** Writes an index beside the one that it will replace. */
export class IndexWriter {
  readonly #path: string
  readonly #aside: string
  readonly #file: number
  readonly #contents = new Map<string, Contents & { readonly 3: number[] }>()
  readonly #portion = Buffer.allocUnsafe(portionBytes)
  #filled = 0
  /** How many bytes are on the disk. */
  #written = 0

  constructor(path: string) {
    this.#path = path
    this.#aside = `${path}.${process.pid}`
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    removeLeftOvers(path)
    this.#file = openSync(this.#aside, 'w', 0o600)
    this.#add(Buffer.from(head))
  }

  /** Adds a piece of what a file told. What another version of the file told is forgotten. */
  add(path: string, size: number, mtimeMs: number, piece: Buffer): void {
    const known = this.#contents.get(path)
    const places = known?.[1] === size && known[2] === mtimeMs ? known[3] : []
    places.push(this.#written + this.#filled, piece.length, crc32(piece))
    this.#contents.set(path, [path, size, mtimeMs, places])
    this.#add(piece)
  }

  end(): void {
    this.#add(Buffer.from('\n'))
    const at = this.#written + this.#filled
    let lines = ''
    for (const [path, size, mtimeMs, places] of this.#contents.values()) {
      lines += `[${JSON.stringify(path)},${size},${mtimeMs},[${places.join()}]]\n`
      if (lines.length < linesLength) continue
      this.#add(Buffer.from(lines))
      lines = ''
    }
    this.#add(Buffer.from(lines))
    this.#add(Buffer.from(`\n[${at}]\n`))
    this.#writePortion()
    closeSync(this.#file)
    renameSync(this.#aside, this.#path)
  }

  giveUp(): void {
    closeSync(this.#file)
    rmSync(this.#aside, { force: true })
  }

  #add(bytes: Buffer): void {
    if (this.#filled + bytes.length > portionBytes) this.#writePortion()
    if (bytes.length > portionBytes) this.#write(bytes)
    else this.#filled += bytes.copy(this.#portion, this.#filled)
  }

  #writePortion(): void {
    this.#write(this.#portion.subarray(0, this.#filled))
    this.#filled = 0
  }

  #write(bytes: Buffer): void {
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#file, bytes, done)
    this.#written += bytes.length
  }
}

/** Removes what writers left that were ended before they were done. */
function removeLeftOvers(path: string): void {
  for (const name of readdirSync(dirname(path))) {
    const pid = name.startsWith(`${basename(path)}.`) ? Number(name.slice(basename(path).length + 1)) : Number.NaN
    if (Number.isInteger(pid) && !isRunning(pid)) rmSync(join(dirname(path), name), { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
