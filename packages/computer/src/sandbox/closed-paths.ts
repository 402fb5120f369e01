import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Named } from './absent-names.ts'
import { statBeneath } from './beneath.ts'
import { CannotConfine } from './cannot-confine.ts'
import type { MountPoints } from './mount-points.ts'
import { gitFiles, gitFolders, projectFiles, projectFolders } from './names.ts'
import type { Project } from './repositories.ts'

/** A path below a writable folder that must not be written. */
export interface ToClose extends Named {
  /** What to do if it does not exist: put an empty folder there, watch for it, or nothing. */
  readonly absent: 'hold' | 'watch' | 'leave'
  /** Writes succeed, but are discarded with the sandbox. */
  readonly isLost?: boolean
  /** It is an error if it cannot be closed because it is a symlink; otherwise a symlink is skipped. */
  readonly isStrict?: boolean
}

export interface Closing {
  /** Arguments for bubblewrap. */
  readonly words: readonly string[]
  /** Folders mounted onto themselves, each with its inode number. */
  readonly folders: ReadonlyMap<string, number>
  readonly closed: readonly string[]
  readonly watched: readonly Named[]
  readonly held: readonly Named[]
  /** The closed paths that were replaced outside: the new file or folder is not protected by the mount. */
  replaced(): string[]
}

/**
 * Closes paths. A folder that contains a closed path is mounted onto itself: a mount point cannot be renamed, so the
 * agent cannot move it away and put another one in its place.
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

/** A folder in memory with the entries of the real one. */
function lose(path: string): string[] {
  const within = readdirSync(path).flatMap((name) => ['--ro-bind-try', `${path}/${name}`, `${path}/${name}`])
  return ['--tmpfs', path, ...within]
}

/**
 * The paths of a project and its repositories from which other programs run commands. `lost` is a folder of the project
 * in which an agent needs to write.
 */
export function projectPaths({ root, tops, gitFolders: found }: Project, lost: string | undefined): ToClose[] {
  const isEmpty = readdirSync(root).length === 0
  return [
    // Tools that create a project refuse a folder that is not empty, so nothing is put into an empty one.
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

/** The `.git` of a worktree or submodule is a file with the path of its repository. */
function gitFile(root: string, name: string): ToClose[] {
  return statBeneath(root, name)?.isFile() ? [{ root, name, absent: 'leave', isStrict: true }] : []
}

/** `name` is a git folder relative to the root, or empty if the root itself is one. */
export function gitPaths(root: string, name: string): ToClose[] {
  const at = (each: string) => (name === '' ? each : `${name}/${each}`)
  // The git folder of a worktree has neither hooks nor settings of its own, except `config.worktree`.
  const isOfWorktree = statBeneath(root, at('commondir')) !== undefined
  const isStrict = name === '' || name === '.git'
  return [
    ...(isOfWorktree ? [] : gitFolders).map((each) => ({ root, name: at(each), absent: 'hold', isStrict }) as const),
    ...gitFiles.map((each) => ({ root, name: at(each), absent: 'watch', isStrict }) as const),
  ]
}

/** Inode numbers are reused, so the creation time is compared, too. */
function identityOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return `${found?.ino} ${found?.birthtimeNs}`
}
