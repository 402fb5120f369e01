import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { openGit } from '@muster/contract/node/git'
import { readRegularFile } from '@muster/hooks/read-regular-file'
import { statBeneath } from './beneath.ts'
import { isWithin } from './writable-folders.ts'

/** How far repositories are looked for that no index names, and in how many folders: it is done around each turn. */
const maxDepth = 3
const maxFolders = 3000

/** How deep git's own folders for submodules are, whose names have slashes. */
const maxNames = 30

/** A folder and the repositories in it. */
export interface Project {
  readonly root: string
  /** Folders with a `.git`, relative to the root; empty text for the root itself. */
  readonly tops: readonly string[]
  /** Where git keeps what it knows: `.git` itself, and those of submodules and worktrees in there. */
  readonly gitFolders: readonly string[]
}

/** The repositories near the top of a folder, and all that git enters by itself. Links are not followed. */
export async function findRepositories(root: string): Promise<Project> {
  const tops = nearTops(root)
  // What an index names, git enters from outside, however deep it is. The list grows on the way.
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

/** The repositories that the index of one names, relative to the root. */
async function indexedRepositories(root: string, folder: string): Promise<string[]> {
  try {
    const { git, top } = await openGit(join(root, folder))
    const entries = (await git(['ls-files', '--stage', '-z'])).toString().split('\0')
    const named = entries.flatMap((entry) => /^160000 \S+ \d\t(.+)$/s.exec(entry)?.[1] ?? [])
    return named.map((name) => relative(root, join(top, name))).filter((path) => !path.startsWith('..'))
  } catch {
    // It is no repository for git either.
    return []
  }
}

/** Where git keeps what it knows of a working tree, as far as that is below the root. */
function gitFoldersOf(root: string, top: string): string[] {
  const path = join(top, '.git')
  if (statBeneath(root, path)?.isDirectory()) return [path, ...gitFoldersIn(root, path)]
  const target = gitFileTarget(root, path)
  return target !== undefined && isWithin(target, root) ? [relative(root, target)] : []
}

/** Where the `.git` of a working tree leads, if it is a file. */
export function gitFileTarget(root: string, name: string): string | undefined {
  if (!statBeneath(root, name)?.isFile()) return undefined
  const read = readRegularFile(join(root, name), () => true)
  const text = 'file' in read ? read.file.bytes.toString('utf8') : ''
  return resolve(root, name, '..', text.replace(/^gitdir: /, '').trimEnd())
}

/** Submodules may be named with slashes, so they are below any number of folders. */
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
  /** The folder that git keeps for this working tree; it may be written. */
  readonly gitFolder: string
  /** What else commits write. */
  readonly shared: readonly string[]
}

/**
 * What git writes outside of the folder of a worktree or submodule. The folder's `.git` is a file that an agent may have
 * written, so it only counts if the other side names this folder, too, and is where no agent writes.
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
