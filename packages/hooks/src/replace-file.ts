import { copyFileSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

interface ReplaceOptions {
  /** The mode in any case. */
  readonly mode?: number
  /** A new file is readable by everybody who works on the project, not by its owner alone. */
  readonly isShared?: boolean
}

/**
 * Replaces a file as a whole: a reader finds the old or the new one. A link stays a link, and an existing file keeps
 * its mode.
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

/** Copies a file beside it. Returns the path; `undefined` if there is no file yet. */
export function backUp(path: string, now = new Date()): string | undefined {
  if (!existsSync(path)) return undefined
  const copy = `${path}.before-muster-${now.toISOString().replace(/[:.]/g, '-')}`
  copyFileSync(path, copy)
  return copy
}
