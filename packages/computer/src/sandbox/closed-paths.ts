import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Named } from './absent-names.ts'
import { statBeneath } from './beneath.ts'
import { CannotConfine } from './cannot-confine.ts'
import type { MountPoints } from './mount-points.ts'
import { gitFiles, gitFolders, projectFiles, projectFolders } from './names.ts'
import type { Project } from './repositories.ts'

/** A path below a writable folder that may not be written. */
export interface ToClose extends Named {
  /** What happens if it does not exist: an empty folder takes its place, it is watched for, or nothing. */
  readonly absent: 'hold' | 'watch' | 'leave'
  /** What is written there is gone with the sandbox, instead of being refused. */
  readonly isLost?: boolean
  /** It must be closed; otherwise one that is a link is left. */
  readonly isStrict?: boolean
}

export interface Closing {
  /** For bubblewrap. */
  readonly words: readonly string[]
  /** Mounted onto themselves, each with its number on the disk. */
  readonly folders: ReadonlyMap<string, number>
  readonly closed: readonly string[]
  readonly watched: readonly Named[]
  readonly held: readonly Named[]
  /** Of the closed paths, those that somebody has replaced: nothing is mounted on the new one. */
  replaced(): string[]
}

/**
 * Closes paths. A folder that contains a closed path is mounted onto itself: what is a mount point cannot be renamed, so
 * nobody can move it away and put another one in its place.
 */
export function closePaths(paths: readonly ToClose[], points: MountPoints): Closing {
  const between = new Map<string, number>()
  const closed = new Map<string, readonly string[]>()
  const [watched, held]: [Named[], Named[]] = [[], []]
  const links = paths.filter(isBehindLink)
  const refused = links.find(({ isStrict }) => isStrict)
  if (refused) {
    throw new CannotConfine(
      `${join(refused.root, refused.name)} is a link, or behind one, which cannot be closed to a confined agent. Put the folder or file itself there, or open it with sandbox.filesystem.allowWrite.`,
    )
  }
  const inOrder = paths.filter((each) => !links.includes(each)).toSorted((a, b) => a.name.length - b.name.length)
  for (const { root, name, absent, isLost } of inOrder) {
    const path = name === '' ? root : `${root}/${name}`
    const folders = name.split('/').map((_each, index, names) => names.slice(0, index).join('/'))
    const around = folders.map((each) => (each === '' ? root : `${root}/${each}`))
    const found = folders.map((each) => statBeneath(root, each))
    if (closed.has(path) || around.some((each) => closed.has(each))) continue
    const isThere = statBeneath(root, name) !== undefined
    const isHeld = absent === 'hold' && points.hold({ root, name }, isThere)
    if (isHeld) held.push({ root, name })
    if (!isThere && !isHeld) {
      if (absent !== 'leave') watched.push({ root, name })
      continue
    }
    for (const [index, each] of around.entries()) if (index > 0) between.set(each, found[index]?.ino ?? 0)
    closed.set(path, isLost ? lose(path) : ['--ro-bind', path, path])
  }
  const before = new Map([...closed.keys()].map((path) => [path, identityOf(path)]))
  return {
    words: [...[...between.keys()].flatMap((each) => ['--bind', each, each]), ...[...closed.values()].flat()],
    folders: between,
    closed: [...closed].flatMap(([path, [word]]) => (word === '--ro-bind' ? path : [])),
    watched,
    held,
    replaced: () => [...before].flatMap(([path, identity]) => (identityOf(path) === identity ? [] : [path])),
  }
}

function isBehindLink({ root, name }: ToClose): boolean {
  const names = name.split('/')
  const ways = names.map((_each, index) => names.slice(0, index + 1).join('/'))
  return name !== '' && ways.some((each) => statBeneath(root, each)?.isSymbolicLink())
}

/** A folder in memory, with what is in the real one. */
function lose(path: string): string[] {
  const within = readdirSync(path).flatMap((name) => ['--ro-bind-try', `${path}/${name}`, `${path}/${name}`])
  return ['--tmpfs', path, ...within]
}

/**
 * What other programs would run of a project, and of its repository and those in it. `lost` is a folder of a project in
 * which an agent needs to write.
 */
export function projectPaths({ root, tops, gitFolders: found }: Project, lost: string | undefined): ToClose[] {
  const isEmpty = readdirSync(root).length === 0
  return [
    // Tools that begin a project refuse a folder that is not empty.
    ...projectFolders.map(
      (name) => ({ root, name, absent: isEmpty ? 'watch' : 'hold', isStrict: true, isLost: name === lost }) as const,
    ),
    ...projectFiles.map((name) => ({ root, name, absent: 'watch', isStrict: true }) as const),
    ...tops
      .filter(Boolean)
      .flatMap((top) =>
        [...projectFolders, ...projectFiles].map(
          (name) => ({ root, name: `${top}/${name}`, absent: 'leave' }) as const,
        ),
      ),
    ...tops.flatMap((top) => gitFile(root, top === '' ? '.git' : `${top}/.git`)),
    ...found.flatMap((each) => gitPaths(root, each)),
  ]
}

/** The `.git` of a worktree or submodule is a file that says where its repository is. */
function gitFile(root: string, name: string): ToClose[] {
  return statBeneath(root, name)?.isFile() ? [{ root, name, absent: 'leave', isStrict: true }] : []
}

/** `name` is a folder of git, or empty if the root is one. */
export function gitPaths(root: string, name: string): ToClose[] {
  const at = (each: string) => (name === '' ? each : `${name}/${each}`)
  // The folder of a worktree has neither hooks nor settings of its own, besides those of `config.worktree`.
  const isOfWorktree = statBeneath(root, at('commondir')) !== undefined
  const isStrict = name === '' || name === '.git'
  return [
    ...(isOfWorktree ? [] : gitFolders).map((each) => ({ root, name: at(each), absent: 'hold', isStrict }) as const),
    ...gitFiles.map((each) => ({ root, name: at(each), absent: 'watch', isStrict }) as const),
  ]
}

/** Numbers are used again, so the time counts, too. */
function identityOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return `${found?.ino} ${found?.birthtimeNs}`
}
