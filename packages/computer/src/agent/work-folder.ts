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
  /** Each session gets a new folder with a home of its own, because its people do not trust those of others. */
  readonly isPerSession?: boolean
}

/** The home of a session's agent. */
export function homeOf(sessionId: string, { folder, isPerSession }: FolderOptions, home: string): string {
  return isPerSession ? join(folder, sessionId, 'home') : home
}

/** The folder of a session, created on demand. */
export async function workFolder(place: Place, sessionId: string, options: FolderOptions): Promise<string> {
  if (options.isPerSession) {
    const folder = join(options.folder, sessionId, 'work')
    for (const each of [folder, homeOf(sessionId, options, '')]) mkdirSync(each, { recursive: true, mode: 0o700 })
    return folder
  }
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

/** Removes what was made for a session. The branch of a worktree, with its commits, stays. */
export async function removeWorkFolder(place: Place, sessionId: string, options: FolderOptions): Promise<void> {
  if (options.isPerSession) rmSync(join(options.folder, sessionId), { recursive: true, force: true })
  const path = join(place.worktrees, sessionId)
  if (!options.worktrees || !existsSync(path)) return
  await git(options.folder, ['worktree', 'remove', '--force', path]).catch(() => rmSync(path, { recursive: true }))
}

function git(folder: string, words: readonly string[]): Promise<unknown> {
  return run('git', ['-C', folder, ...words], { timeout: 60_000 })
}
