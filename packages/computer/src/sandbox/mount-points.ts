import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import type { Named } from './absent-names.ts'
import { beneath } from './beneath.ts'

/**
 * Empty folders that serve as mount points: a path can only be closed if it exists. They are removed when no sandbox
 * needs them. A file lists them for the next start, in case this process is killed.
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

  /** Creates our folder if nothing exists there. Returns whether the folder is ours. */
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
    // Another program has created something there, or the folder is not writable.
    return false
  }
}

/** A folder that is not empty stays. */
function remove({ root, name }: Named): void {
  try {
    beneath(root, name, rmdirSync)
  } catch {
    // It is not empty, or must not be removed.
  }
}

function readRecord(path: string): Named[] {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return []
  }
}
