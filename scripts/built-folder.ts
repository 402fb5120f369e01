import { createHash, randomUUID } from 'node:crypto'
import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const projectRoot = join(import.meta.dirname, '..')

/** A folder that is made of sources, and is made anew when they have changed. */
export class BuiltFolder {
  readonly path: string
  readonly #patterns: readonly string[]

  constructor(path: string, patterns: readonly string[]) {
    this.path = join(projectRoot, path)
    this.#patterns = patterns
  }

  /** A hash of the sources: the same as long as none of them changes. Reading them takes some milliseconds. */
  sourcesHash(): string {
    const hash = createHash('sha256')
    const files = globSync(this.#patterns, { cwd: projectRoot, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
    for (const path of files.toSorted()) {
      hash.update(path.slice(projectRoot.length)).update('\0').update(readFileSync(path))
    }
    return hash.digest('hex')
  }

  /** Whether what is there was made of the current sources. */
  isUpToDate(): boolean {
    try {
      return readFileSync(join(this.path, 'sources.txt'), 'utf8') === this.sourcesHash()
    } catch {
      return false
    }
  }

  /**
   * Builds in a folder of its own, and moves it into place when it is complete. Until then the service sends what was
   * there, and several builds at once do not disturb each other.
   */
  async build(make: (folder: string) => Promise<void>): Promise<void> {
    const hash = this.sourcesHash()
    const made = join(dirname(this.path), `.build-${randomUUID()}`)
    try {
      await make(made)
      writeFileSync(join(made, 'sources.txt'), hash)
      this.#putIntoPlace(made)
    } finally {
      rmSync(made, { recursive: true, force: true })
    }
  }

  #putIntoPlace(made: string): void {
    const before = join(dirname(this.path), `.build-${randomUUID()}`)
    try {
      renameSync(this.path, before)
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
    }
    try {
      renameSync(made, this.path)
    } catch (error) {
      // Another build was faster; it has the same sources.
      if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) throw error
    }
    rmSync(before, { recursive: true, force: true })
  }
}

/** What a script does that runs after `npm ci` and before `npm start`: nothing, quickly, unless sources have changed. */
export async function buildIfChanged(folder: BuiltFolder, what: string, build: () => Promise<void>): Promise<void> {
  if (folder.isUpToDate()) return
  // Set in any case, so that libraries do not build their development version.
  process.env.NODE_ENV = 'production'
  const begun = performance.now()
  try {
    await build()
    console.log(`${what} built (${((performance.now() - begun) / 1000).toFixed(1)} s).`)
  } catch (error) {
    // The API works without it, so this must not prevent a start.
    const reason = error instanceof Error ? error.message : String(error)
    console.error(`${what} not built; the API works without. ${reason}`)
    if (process.argv.includes('--strict')) process.exitCode = 1
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? ''
}
