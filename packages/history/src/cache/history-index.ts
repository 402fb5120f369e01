import { closeSync, mkdirSync, openSync, readFileSync, renameSync, type Stats, writeSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Raise it when a reader finds something else in the same file than before: everything that was kept becomes invalid.
 */
const format = 2
const head = `${JSON.stringify({ format })}\n`

/** Below this, reading again is as fast as caching. */
const worthBytes = 4 * 2 ** 20
/** How many characters are written at once. */
const portion = 2 ** 18

/** A file is unchanged if its size and its time are. */
export type Version = Pick<Stats, 'size' | 'mtimeMs'>

/**
 * Remembers what the files of an agent told, as long as their size and time stay the same. Each file is one line: its
 * path and version, a tab, and what it told. The index may be deleted at any time. If it is damaged or cannot be
 * written, everything is read again.
 */
export class HistoryIndex {
  readonly #path: string
  readonly #known: ReadonlyMap<string, Version & { readonly line: string; readonly toldAt: number }>
  readonly #lines: string[] = []
  #readBytes = 0

  constructor(folder: string, agent: string) {
    this.#path = join(folder, `history-${agent}.json`)
    this.#known = load(this.#path)
  }

  has(path: string): boolean {
    return this.#known.has(path)
  }

  /** What the file told when it had this version. */
  find(path: string, { size, mtimeMs }: Version): string | undefined {
    const known = this.#known.get(path)
    return known?.size === size && known.mtimeMs === mtimeMs ? known.line.slice(known.toldAt) : undefined
  }

  /** Keeps the line of a file that was not read again. */
  keepKnown(path: string): void {
    this.#lines.push(this.#known.get(path)?.line ?? '')
  }

  keep(path: string, { size, mtimeMs }: Version, told: string): void {
    this.#readBytes += size
    this.#lines.push(`${JSON.stringify([path, size, mtimeMs])}\t${told}`)
  }

  /** Writes the index if that saves enough time at the next run. */
  save(): void {
    if (this.#readBytes < worthBytes) return
    const aside = `${this.#path}.${process.pid}`
    try {
      mkdirSync(join(this.#path, '..'), { recursive: true, mode: 0o700 })
      const file = openSync(aside, 'w', 0o600)
      try {
        this.#write(file)
      } finally {
        closeSync(file)
      }
      renameSync(aside, this.#path)
    } catch {
      // The next run reads everything again.
    }
  }

  #write(file: number): void {
    let text = head
    for (const line of this.#lines) {
      text += `${line}\n`
      if (text.length < portion) continue
      writeSync(file, text)
      text = ''
    }
    writeSync(file, text)
  }
}

function load(path: string) {
  const known = new Map<string, Version & { readonly line: string; readonly toldAt: number }>()
  try {
    const text = readFileSync(path, 'utf8')
    if (!text.startsWith(head)) return known
    for (let start = head.length, end = text.indexOf('\n', start); end !== -1; end = text.indexOf('\n', start)) {
      const line = text.slice(start, end)
      start = end + 1
      const toldAt = line.indexOf('\t') + 1
      const [file, size, mtimeMs] = JSON.parse(line.slice(0, toldAt)) as [string, number, number]
      known.set(file, { size, mtimeMs, line, toldAt })
    }
  } catch {
    known.clear()
  }
  return known
}
