import { lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { replaceFile } from '@muster/hooks/replace-file'
import type { PlannedFile } from '@muster/readiness/fix/plan'
import { exitCodes, Failure } from '../command-line/failure.ts'

/** Writes the planned new and extended files below the root of a repository. */
export async function writeFixes(root: string, files: readonly PlannedFile[]): Promise<void> {
  for (const { path, before } of files) {
    await assertPlain(root, path, before !== undefined)
    if (before !== undefined) await assertSame(join(root, path), path, before)
  }
  for (const { path, before, after } of files) {
    const target = join(root, path)
    try {
      if (before === undefined) {
        await mkdir(dirname(target), { recursive: true })
        await writeNew(target, after)
      } else {
        replaceFile(target, after)
      }
    } catch (error) {
      throw new Failure(`Cannot write ${path} (${codeOf(error)}).`, exitCodes.refused, sayWhat(error))
    }
  }
}

/** Removes a partially written file, which would otherwise be mistaken for a complete one. */
async function writeNew(target: string, text: string): Promise<void> {
  try {
    await writeFile(target, text, { flag: 'wx' })
  } catch (error) {
    // A file that appeared meanwhile is not ours.
    if (codeOf(error) !== 'EEXIST') await rm(target, { force: true })
    throw error
  }
}

/** A symlink on the path could lead out of the repository. */
async function assertPlain(root: string, path: string, isFile: boolean): Promise<void> {
  const parts = path.split('/')
  for (const [index] of parts.entries()) {
    const found = await lstat(join(root, ...parts.slice(0, index + 1))).catch(() => undefined)
    if (!found) return
    const isLast = index === parts.length - 1
    if (isLast && isFile ? !found.isFile() : !found.isDirectory()) {
      throw new Failure(
        `${parts.slice(0, index + 1).join('/')} is in the way of ${path}.`,
        exitCodes.refused,
        'Move it, and try again.',
      )
    }
  }
}

/** Decoding as text may have lost bytes, such as a byte order mark, and the file may have been changed meanwhile. */
async function assertSame(target: string, path: string, before: string): Promise<void> {
  if (Buffer.from(before).equals(await readFile(target))) return
  throw new Failure(
    `${path} is not plain UTF-8 with usual lines, or has changed, so it stays as it is.`,
    exitCodes.refused,
    'Change it by hand. Nothing was written.',
  )
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'no reason given'
}

function sayWhat(error: unknown): string {
  const words: Readonly<Record<string, string>> = {
    ENOSPC: 'The disk is full; make room, and try again.',
    EEXIST: 'It appeared meanwhile; look at it, and try again.',
    EROFS: 'The disk may only be read.',
  }
  return words[codeOf(error)] ?? 'Check who owns the directory, and try again.'
}
