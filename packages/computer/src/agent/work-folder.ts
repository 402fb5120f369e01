import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Place } from '../place/place.ts'

const run = promisify(execFile)

export interface FolderOptions {
  readonly folder: string
  /** Each session gets a worktree of the folder's repository, so that sessions do not disturb each other. */
  readonly worktrees: boolean
}

/** The folder of a session, made when it is needed. */
export async function workFolder(place: Place, sessionId: string, options: FolderOptions): Promise<string> {
  if (!options.worktrees) return options.folder
  const path = join(place.worktrees, sessionId)
  if (existsSync(path)) return path
  mkdirSync(place.worktrees, { recursive: true, mode: 0o700 })
  try {
    const branch = `muster/${sessionId}`
    await git(options.folder, ['worktree', 'prune'])
    const isThere = await git(options.folder, ['rev-parse', '--verify', '--quiet', branch]).then(
      () => true,
      () => false,
    )
    await git(options.folder, ['worktree', 'add', '--quiet', path, ...(isThere ? [branch] : ['-b', branch])])
  } catch (error) {
    const said = String((error as { stderr?: string }).stderr ?? error).trim()
    throw new Error(`A worktree of ${options.folder} could not be made: ${said}`)
  }
  return path
}

/** Removes the worktree of a session; its branch with what was committed stays. */
export async function removeWorkFolder(place: Place, sessionId: string, options: FolderOptions): Promise<void> {
  const path = join(place.worktrees, sessionId)
  if (!options.worktrees || !existsSync(path)) return
  await git(options.folder, ['worktree', 'remove', '--force', path]).catch(() => rmSync(path, { recursive: true }))
}

function git(folder: string, words: readonly string[]): Promise<unknown> {
  return run('git', ['-C', folder, ...words], { timeout: 60_000 })
}
