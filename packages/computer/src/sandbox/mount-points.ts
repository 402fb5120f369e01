import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import type { Named } from './absent-names.ts'
import { beneath } from './beneath.ts'

/**
 * Empty folders in which nothing may be made: a path can be closed only if something is there. They are removed when no
 * sandbox needs them any more. A file remembers them for the next start, in case that this process is killed.
 */
export class MountPoints {
  readonly #record: string
  readonly #held = new Map<string, Named & { count: number }>()

  constructor(record: string) {
    this.#record = record
    const left = readRecord(record)
    for (const each of left) remove(each)
    if (left.length > 0) this.#write()
  }

  /** Whether a folder of ours is there now. One that exists already is somebody else's, unless it was made for a sandbox. */
  hold({ root, name }: Named, isThere: boolean): boolean {
    const path = `${root}/${name}`
    const held = this.#held.get(path)
    if (held) held.count += 1
    if (held || isThere) return held !== undefined
    this.#held.set(path, { root, name, count: 1 })
    this.#write()
    if (make({ root, name })) return true
    this.#held.delete(path)
    return false
  }

  release({ root, name }: Named): void {
    const path = `${root}/${name}`
    const held = this.#held.get(path)
    if (!held) return
    held.count -= 1
    if (held.count > 0) return
    remove(held)
    this.#held.delete(path)
    this.#write()
  }

  #write(): void {
    const list = [...this.#held.values()].map(({ root, name }) => ({ root, name }))
    writeFileSync(this.#record, JSON.stringify(list), { mode: 0o600 })
  }
}

function make({ root, name }: Named): boolean {
  try {
    return beneath(root, name, (path) => [mkdirSync(path)]) !== undefined
  } catch {
    // Somebody else made something there, or nothing may be made there.
    return false
  }
}

/** What somebody has put into it stays. */
function remove({ root, name }: Named): void {
  try {
    beneath(root, name, rmdirSync)
  } catch {
    // It is not empty any more, or may not be removed.
  }
}

function readRecord(path: string): Named[] {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return []
  }
}
