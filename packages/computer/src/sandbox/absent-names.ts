import { randomBytes } from 'node:crypto'
import { chmodSync, type FSWatcher, lstatSync, renameSync, statSync, watch } from 'node:fs'
import { dirname } from 'node:path'
import { beneath, statBeneath } from './beneath.ts'

export interface Named {
  readonly root: string
  /** Relative to the root. */
  readonly name: string
}

/** Debounces the events of a busy folder. */
const pauseMs = 5

/** How many times the same name is renamed before the agent is stopped. */
const patience = 5

interface AbsentNamesOptions {
  readonly names: readonly Named[]
  readonly tell: (text: string) => void
  /** The agent creates the same name again and again. */
  readonly onDefiance: () => void
}

/**
 * Names that must not appear while an agent runs. bubblewrap cannot mount over a missing path, and other programs would
 * read an empty file in its place. So anything that appears there is renamed, for people to judge.
 */
export class AbsentNames {
  readonly #options: AbsentNamesOptions
  readonly #watchers = new Map<string, FSWatcher>()
  readonly #counts = new Map<string, number>()
  readonly #due = new Map<string, NodeJS.Timeout>()

  constructor(options: AbsentNamesOptions) {
    this.#options = options
    this.#watch()
  }

  /** Renames forbidden names that exist, in one folder or everywhere. */
  look(folder = ''): void {
    for (const each of this.#options.names) {
      if (!`${each.root}/${each.name}`.startsWith(folder)) continue
      const name = present(each)
      if (name !== undefined) this.setAside({ root: each.root, name })
    }
    this.#watch()
  }

  setAside({ root, name }: Named): void {
    const path = `${root}/${name}`
    const count = (this.#counts.get(path) ?? 0) + 1
    this.#counts.set(path, count)
    let aside: string | undefined
    try {
      aside = beneath(root, name, rename)
    } catch (error) {
      this.#options.tell(`${path} was made while the agent ran, and stays: ${(error as Error).message}. Remove it.`)
      this.#options.onDefiance()
      return
    }
    if (aside === undefined) return
    if (count === 1) {
      this.#options.tell(
        `${path} was made while the agent ran. Other programs act on it, outside of the sandbox, so it is now called ${aside}. Look at it, and rename it if you want it.`,
      )
    }
    if (count < patience) return
    this.#options.tell(`The agent makes ${path} again and again. It was ended.`)
    this.#options.onDefiance()
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close()
    for (const timer of this.#due.values()) clearTimeout(timer)
    this.#watchers.clear()
  }

  #lookSoon(folder: string): void {
    if (this.#due.has(folder)) return
    const look = () => {
      this.#due.delete(folder)
      this.look(`${folder}/`)
    }
    this.#due.set(folder, setTimeout(look, pauseMs).unref())
  }

  /** Watches the nearest existing folder of each name. A folder that cannot be watched is checked when a turn ends. */
  #watch(): void {
    const folders = new Set(this.#options.names.map(({ root, name }) => nearest(root, name)))
    for (const folder of folders) {
      if (this.#watchers.has(folder)) continue
      try {
        const watcher = watch(folder, { persistent: false }, () => this.#lookSoon(folder))
        watcher.on('error', () => watcher.close())
        this.#watchers.set(folder, watcher)
      } catch {
        // The system's limit of watches is reached.
      }
    }
  }
}

function nearest(root: string, name: string): string {
  const folder = dirname(name)
  if (folder === '.') return root
  return statBeneath(root, folder)?.isDirectory() ? `${root}/${folder}` : nearest(root, folder)
}

/** The forbidden name, or a symlink on the way to it, because the name may exist behind the link for other programs. */
function present({ root, name }: Named): string | undefined {
  const names = name.split('/').map((_each, index, all) => all.slice(0, index + 1).join('/'))
  return names.find((each) => {
    const found = statBeneath(root, each)
    return found !== undefined && (each === name || found.isSymbolicLink())
  })
}

/** Renames within the folder, which works on every file system and follows no link. Returns the new name. */
function rename(path: string): string {
  const plain = `${path}.from-agent`
  const isTaken = lstatSync(plain, { throwIfNoEntry: false }) !== undefined
  const aside = isTaken ? `${plain}-${randomBytes(4).toString('hex')}` : plain
  // The agent may have removed the folder's write permission.
  const folder = dirname(path)
  const { mode } = statSync(folder)
  if ((mode & 0o300) !== 0o300) chmodSync(folder, mode | 0o300)
  renameSync(path, aside)
  return aside.slice(aside.lastIndexOf('/') + 1)
}
