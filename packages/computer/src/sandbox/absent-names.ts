import { randomBytes } from 'node:crypto'
import { chmodSync, type FSWatcher, lstatSync, renameSync, statSync, watch } from 'node:fs'
import { dirname } from 'node:path'
import { beneath, statBeneath } from './beneath.ts'

export interface Named {
  readonly root: string
  /** Relative to the root. */
  readonly name: string
}

/** A folder in which much happens is looked at once in this time. */
const pauseMs = 5

/** How often the same name is taken away before the agent is ended. */
const patience = 5

interface AbsentNamesOptions {
  readonly names: readonly Named[]
  readonly tell: (text: string) => void
  /** An agent makes a name again and again. */
  readonly onDefiance: () => void
}

/**
 * Names that must not come into being while an agent runs. Nothing can be mounted where nothing is, and an empty file in
 * its place would be read by others. So the folders are watched, and what appears is renamed: people decide about it.
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

  /** Takes away what is there, in one folder or everywhere. */
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

  /** The folders that exist of those on the way. One that cannot be watched is looked at when a turn ends. */
  #watch(): void {
    const folders = new Set(this.#options.names.map(({ root, name }) => nearest(root, name)))
    for (const folder of folders) {
      if (this.#watchers.has(folder)) continue
      try {
        const watcher = watch(folder, { persistent: false }, () => this.#lookSoon(folder))
        watcher.on('error', () => watcher.close())
        this.#watchers.set(folder, watcher)
      } catch {
        // The system watches too much already.
      }
    }
  }
}

function nearest(root: string, name: string): string {
  const folder = dirname(name)
  if (folder === '.') return root
  return statBeneath(root, folder)?.isDirectory() ? `${root}/${folder}` : nearest(root, folder)
}

/** The name, or a link on the way to it: behind that, the name could be there for others. */
function present({ root, name }: Named): string | undefined {
  const names = name.split('/').map((_each, index, all) => all.slice(0, index + 1).join('/'))
  return names.find((each) => {
    const found = statBeneath(root, each)
    return found !== undefined && (each === name || found.isSymbolicLink())
  })
}

/** Within its folder, so that it works on every disk and follows nothing. Returns the new name. */
function rename(path: string): string {
  const plain = `${path}.from-agent`
  const isTaken = lstatSync(plain, { throwIfNoEntry: false }) !== undefined
  const aside = isTaken ? `${plain}-${randomBytes(4).toString('hex')}` : plain
  // The agent may have forbidden its own user to change the folder.
  const folder = dirname(path)
  const { mode } = statSync(folder)
  if ((mode & 0o300) !== 0o300) chmodSync(folder, mode | 0o300)
  renameSync(path, aside)
  return aside.slice(aside.lastIndexOf('/') + 1)
}
