import { chmod, mkdir, realpath, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { replaceFile } from '@muster/hooks/replace-file'
import { exitCodes, Failure } from '../command-line/failure.ts'
import { lineChanges } from '../terminal/diff.ts'
import type { Output } from '../terminal/output.ts'
import { shortPath } from '../terminal/short-path.ts'
import { maskKeys } from './bearer.ts'
import type { Edit } from './edits/edit.ts'
import { readText } from './read-text.ts'

/** The texts of a file before and after; undefined if it does not exist. */
export interface Change {
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
}

export async function changesOf(edits: readonly Edit[]): Promise<Change[]> {
  return Promise.all(
    edits.map(async (edit) => {
      const before = await readText(edit.path)
      return { path: edit.path, before, after: edit.apply(before) }
    }),
  )
}

export function isChanged({ before, after }: Change): boolean {
  return before !== after
}

/** The removed and added lines, with keys masked. */
export function showChanges(out: Output, changes: readonly Change[]): void {
  for (const { path, before, after } of changes) {
    if (after === undefined) out.note(`${shortPath(path)} is removed.`)
    else {
      out.note(`${shortPath(path)}${before === undefined ? ' (new)' : ''}`)
      for (const [sign, line] of lineChanges(linesOf(before), linesOf(after))) {
        if (sign !== ' ') out.note(`  ${sign} ${maskKeys(line)}`)
      }
    }
  }
}

/** Writes or removes the file. A symlink is followed, not replaced. */
export async function makeChange(change: Change, mode: number): Promise<void> {
  try {
    await put(change, mode)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no reason given'
    throw new Failure(`Cannot write ${change.path} (${code}).`, exitCodes.refused, 'Check who owns it, and try again.')
  }
}

async function put({ path, after }: Change, mode: number): Promise<void> {
  const target = await realpath(path).catch(() => path)
  if (after === undefined) return rm(target, { force: true })
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  replaceFile(target, after, { mode })
  // The mode of a new file depends on the umask, and an existing file may have had a wider one.
  await chmod(target, mode)
}

/** The permission bits of a file; undefined if it does not exist. */
export async function modeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    (found) => found.mode & 0o777,
    () => undefined,
  )
}

function linesOf(text = ''): string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/)
}
