import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openGit } from '@muster/contract/node/git'
import type { Place } from '../place/place.ts'
import { removeFolder } from './remove-folder.ts'

export interface FolderOptions {
  readonly folder: string
  /** Each session gets a worktree of the folder's repository, so that sessions do not disturb each other. */
  readonly worktrees: boolean
  /** Each session gets a new folder with its own home, because people do not trust each other's sessions. */
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
    const { git } = await openGit(options.folder)
    await git(['worktree', 'prune'])
    const isThere = await git(['rev-parse', '--verify', '--quiet', branch]).then(
      () => true,
      () => false,
    )
    await git(['worktree', 'add', '--quiet', path, ...(isThere ? [branch] : ['-b', branch])])
  } catch (error) {
    throw new Error(`A worktree of ${options.folder} could not be made: ${(error as Error).message}`)
  }
  return path
}

/** Removes the folders that were created for a session. The branch of a worktree, with its commits, stays. */
export async function removeWorkFolder(place: Place, sessionId: string, options: FolderOptions): Promise<void> {
  removeFolder(join(place.agents, sessionId))
  if (options.isPerSession) removeFolder(join(options.folder, sessionId))
  const path = join(place.worktrees, sessionId)
  if (!options.worktrees || !existsSync(path)) return
  const remove = async () => (await openGit(options.folder)).git(['worktree', 'remove', '--force', path])
  await remove().catch(() => removeFolder(path))
}
