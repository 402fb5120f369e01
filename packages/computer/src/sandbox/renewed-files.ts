import { randomUUID } from 'node:crypto'
import {
  closeSync,
  constants,
  existsSync,
  type FSWatcher,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { replaceFile } from '@muster/hooks/replace-file'

/** The user's file and the sandboxed agent's copy. */
export interface Pair {
  readonly real: string
  readonly own: string
}

const maxBytes = 256 * 1024

/** Debounces the events of a busy folder. */
const pauseMs = 50

/**
 * Keeps the sign-in files of a sandboxed agent and of its user in sync: when one renews a token, the other's becomes
 * invalid and is replaced. Only JSON is copied, and symlinks are not followed.
 */
export class RenewedFiles {
  readonly #pairs: readonly { readonly pair: Pair; last: string | undefined }[]
  readonly #watchers: FSWatcher[] = []
  #due: NodeJS.Timeout | undefined

  constructor(pairs: readonly Pair[]) {
    this.#pairs = pairs.map((pair) => ({ pair, last: textIn(pair.own) }))
    for (const folder of new Set(pairs.flatMap(({ real, own }) => [dirname(real), dirname(own)]))) {
      if (existsSync(folder)) this.#watchers.push(watch(folder, { persistent: false }, () => this.#lookSoon()))
    }
    for (const each of this.#watchers) each.on('error', () => each.close())
  }

  close(): void {
    clearTimeout(this.#due)
    this.#look()
    for (const each of this.#watchers) each.close()
  }

  #lookSoon(): void {
    this.#due ??= setTimeout(() => {
      this.#due = undefined
      this.#look()
    }, pauseMs).unref()
  }

  #look(): void {
    for (const each of this.#pairs) {
      const { real, own } = each.pair
      const [theirs, ours] = [textIn(real), textIn(own)]
      try {
        if (ours !== undefined && ours !== each.last) {
          if (theirs !== ours) replaceFile(real, ours, { mode: 0o600 })
          each.last = ours
        } else if (theirs !== undefined && theirs !== each.last) {
          replaceOwn(own, theirs)
          each.last = theirs
        }
      } catch {
        // The disk is full, or a folder is gone. The next change triggers a retry.
      }
    }
  }
}

/** A half-written file is no valid JSON; the event of its completion triggers another look. */
function textIn(path: string): string | undefined {
  let file: number | undefined
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const stat = fstatSync(file)
    if (!stat.isFile() || stat.size > maxBytes) return undefined
    const text = readFileSync(file, 'utf8')
    return typeof JSON.parse(text) === 'object' ? text : undefined
  } catch {
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** Replaces a symlink in its place instead of following it. */
function replaceOwn(path: string, text: string): void {
  const draft = `${path}.${randomUUID()}.draft`
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
  renameSync(draft, path)
}
