import { execFileSync } from 'node:child_process'
import { realpathSync, statSync } from 'node:fs'
import { usage } from '../command-line/failure.ts'

/** The absolute path of the folder in which agents work. With worktrees it must be a git repository. */
export function checkFolder(folder: string, worktrees: boolean): string {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw usage(`${folder} is no folder.`)
  const path = realpathSync(folder)
  if (worktrees) {
    try {
      execFileSync('git', ['-C', path, 'rev-parse', '--verify', '--quiet', 'HEAD'], { stdio: 'ignore' })
    } catch {
      throw usage(`--worktrees needs a repository of git with a commit, and ${path} is none.`)
    }
  }
  return path
}
