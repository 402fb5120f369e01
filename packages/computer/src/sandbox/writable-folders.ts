import { realpathSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { CannotConfine } from './cannot-confine.ts'

export interface Writable {
  /** With all symlinks resolved; the first is the agent's folder. */
  readonly roots: readonly string[]
  /** Paths below the roots that the rules open, so nothing closes them. They may be symlinks. */
  readonly opened: readonly string[]
  /** Paths that the rules name and that are not opened, as sentences. */
  readonly refused: readonly string[]
}

/**
 * The folders in which a sandboxed agent may write. Symlinks of the user are followed. A symlink in a folder that
 * agents can write may be an agent's, so it opens nothing outside that folder.
 */
export function writableFolders(folder: string, home: string, allowWrite: readonly string[]): Writable {
  const places = [{ asNamed: folder, real: realpathSync(folder) }]
  if (isWithin(home, realpathSync(folder))) {
    throw new CannotConfine(
      `A confined agent writes in its folder, and ${folder} contains the home. Join with another: muster computers join --folder`,
    )
  }
  const [opened, refused]: [string[], string[]] = [[], []]
  for (const entry of allowWrite) {
    const path = resolvePath(entry, folder, home)
    const real = realPath(path)
    const around = places.find((each) => isWithin(path, each.asNamed) || isWithin(path, each.real))
    if (around) {
      const name = relative(isWithin(path, around.asNamed) ? around.asNamed : around.real, path)
      opened.push(join(around.real, name))
      if (real !== undefined && !isWithin(real, around.real))
        refused.push(`“${entry}” is a link that leads out of its folder, to ${real}`)
    } else if (real !== undefined && isWithin(home, real)) refused.push(`“${entry}” contains the home`)
    else if (real !== undefined && isWithin(real, join(home, '.muster'))) refused.push(`“${entry}” is our own`)
    else if (real !== undefined) places.push({ asNamed: path, real })
  }
  return { roots: places.map(({ real }) => real), opened, refused }
}

/** Whether a path is a folder or below it. */
export function isWithin(path: string, folder: string): boolean {
  return `${path}/`.startsWith(folder === '/' ? '/' : `${folder}/`)
}

/** Resolves a path of the rules: relative to the home, to the folder, or absolute. */
export function resolvePath(text: string, folder: string, home: string): string {
  if (text === '~' || text.startsWith('~/')) return join(home, text.slice(1))
  return isAbsolute(text) ? resolve(text) : resolve(folder, text)
}

export function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
