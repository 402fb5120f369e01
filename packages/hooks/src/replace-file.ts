import { copyFileSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

interface ReplaceOptions {
  /** The mode, also for an existing file. */
  readonly mode?: number
  /** A new file is readable by everybody who works on the project, not only by its owner. */
  readonly isShared?: boolean
}

/**
 * Replaces a file atomically: a reader sees the old or the new content. A symlink stays, and an existing file keeps its
 * mode.
 */
export function replaceFile(
  path: string,
  text: string | Uint8Array,
  { mode: fixedMode, isShared = false }: ReplaceOptions = {},
): void {
  mkdirSync(dirname(path), { recursive: true, mode: isShared ? 0o777 : 0o700 })
  const target = existsSync(path) ? realpathSync(path) : path
  const mode = fixedMode ?? statSync(target, { throwIfNoEntry: false })?.mode ?? (isShared ? 0o666 : 0o600)
  const draft = `${target}.${process.pid}.draft`
  try {
    writeFileSync(draft, text, { mode: mode & 0o777, flag: 'wx', flush: true })
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** Copies a file into the same directory. Returns the path of the copy; `undefined` if the file does not exist. */
export function backUp(path: string, now = new Date()): string | undefined {
  if (!existsSync(path)) return undefined
  const copy = `${path}.before-muster-${now.toISOString().replace(/[:.]/g, '-')}`
  copyFileSync(path, copy)
  return copy
}
