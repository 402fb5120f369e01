import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { openGit } from '@muster/contract/node/git'
import { readRegularFile } from '@muster/hooks/read-regular-file'
import { statBeneath } from './beneath.ts'
import { isWithin } from './writable-folders.ts'

/** Limits of the search for repositories that no index names, because it runs around each turn. */
const maxDepth = 3
const maxFolders = 3000

/** The maximum depth of git's folders for submodules, whose names may contain slashes. */
const maxNames = 30

/** A folder and the repositories in it. */
export interface Project {
  readonly root: string
  /** Folders with a `.git`, relative to the root; empty text for the root itself. */
  readonly tops: readonly string[]
  /** Git folders: `.git` itself, and the ones of submodules and worktrees inside it. */
  readonly gitFolders: readonly string[]
}

/** The repositories near the top of a folder, and those that git enters by itself. Symlinks are not followed. */
export async function findRepositories(root: string): Promise<Project> {
  const tops = nearTops(root)
  // Git enters submodules that an index names from outside, at any depth. The list grows while it is iterated.
  for (const top of tops) {
    for (const path of await indexedRepositories(root, top)) {
      if (!tops.includes(path) && statBeneath(root, join(path, '.git'))) tops.push(path)
    }
  }
  return { root, tops, gitFolders: [...new Set(tops.flatMap((top) => gitFoldersOf(root, top)))] }
}

function nearTops(root: string): string[] {
  const tops: string[] = []
  const waiting = [{ folder: '', depth: 0 }]
  for (let count = 0; count < maxFolders; count += 1) {
    const next = waiting.shift()
    if (!next) break
    for (const { name, isFolder } of entriesOf(root, next.folder)) {
      const path = join(next.folder, name)
      if (name === '.git') tops.push(next.folder)
      else if (isFolder && name !== 'node_modules' && next.depth < maxDepth) {
        waiting.push({ folder: path, depth: next.depth + 1 })
      }
    }
  }
  return tops
}

/** The submodules in the index of a repository, relative to the root. */
async function indexedRepositories(root: string, folder: string): Promise<string[]> {
  try {
    const { git, top } = await openGit(join(root, folder))
    const entries = (await git(['ls-files', '--stage', '-z'])).toString().split('\0')
    const named = entries.flatMap((entry) => /^160000 \S+ \d\t(.+)$/s.exec(entry)?.[1] ?? [])
    return named.map((name) => relative(root, join(top, name))).filter((path) => !path.startsWith('..'))
  } catch {
    // Git does not recognise a repository either.
    return []
  }
}

/** The git folders of a working tree that are below the root. */
function gitFoldersOf(root: string, top: string): string[] {
  const path = join(top, '.git')
  if (statBeneath(root, path)?.isDirectory()) return [path, ...gitFoldersIn(root, path)]
  const target = gitFileTarget(root, path)
  return target !== undefined && isWithin(target, root) ? [relative(root, target)] : []
}

/** The target of a working tree's `.git`, if that is a file. */
export function gitFileTarget(root: string, name: string): string | undefined {
  if (!statBeneath(root, name)?.isFile()) return undefined
  const read = readRegularFile(join(root, name), () => true)
  const text = 'file' in read ? read.file.bytes.toString('utf8') : ''
  return resolve(root, name, '..', text.replace(/^gitdir: /, '').trimEnd())
}

/** Names of submodules may contain slashes, so their git folders can be at any depth. */
function gitFoldersIn(root: string, gitFolder: string, depth = 0): string[] {
  if (depth > maxNames) return []
  return ['modules', 'worktrees'].flatMap((kind) => gitFoldersBelow(root, join(gitFolder, kind), depth))
}

function gitFoldersBelow(root: string, folder: string, depth: number): string[] {
  if (depth > maxNames) return []
  return entriesOf(root, folder).flatMap(({ name, isFolder }) => {
    const path = join(folder, name)
    if (!isFolder) return []
    const isGit = statBeneath(root, join(path, 'HEAD')) !== undefined
    return isGit ? [path, ...gitFoldersIn(root, path, depth + 1)] : gitFoldersBelow(root, path, depth + 1)
  })
}

function entriesOf(root: string, folder: string): { readonly name: string; readonly isFolder: boolean }[] {
  try {
    const entries = readdirSync(join(root, folder), { withFileTypes: true })
    return entries.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
  } catch {
    return []
  }
}

export interface LinkedGit {
  /** The git folder of this working tree; it is writable. */
  readonly gitFolder: string
  /** Further paths that a commit writes. */
  readonly shared: readonly string[]
}

/**
 * The paths outside the folder of a worktree or submodule to which git writes. An agent may have written the folder's
 * `.git` file, so it only counts if the other side names this folder, too, and no agent can write there.
 */
export function linkedGit(folder: string, writtenByAgents: readonly string[]): LinkedGit | undefined {
  try {
    const [, named = ''] = /^gitdir: (.+)\n?$/.exec(readFileSync(join(folder, '.git'), 'utf8')) ?? []
    if (named === '') return undefined
    const gitFolder = realpathSync(resolve(folder, named))
    if (writtenByAgents.some((each) => isWithin(gitFolder, each))) return undefined
    if (basename(dirname(gitFolder)) === 'worktrees') return worktreeOf(folder, gitFolder)
    const [, back = ''] = /^\s*worktree = (.+)$/m.exec(readFileSync(join(gitFolder, 'config'), 'utf8')) ?? []
    return back !== '' && realpathSync(resolve(gitFolder, back)) === folder ? { gitFolder, shared: [] } : undefined
  } catch {
    return undefined
  }
}

function worktreeOf(folder: string, gitFolder: string): LinkedGit | undefined {
  const back = readFileSync(join(gitFolder, 'gitdir'), 'utf8').trim()
  const common = realpathSync(resolve(gitFolder, readFileSync(join(gitFolder, 'commondir'), 'utf8').trim()))
  const isTrue = realpathSync(dirname(resolve(gitFolder, back))) === folder
  if (!isTrue || relative(common, gitFolder) !== join('worktrees', basename(gitFolder))) return undefined
  const shared = ['objects', 'refs', 'logs'].map((name) => join(common, name))
  return { gitFolder, shared: shared.filter((each) => isFolder(each)) }
}

function isFolder(path: string): boolean {
  return statBeneath(dirname(path), basename(path))?.isDirectory() === true
}
