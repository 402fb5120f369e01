import type { FileSource } from './file-source.ts'
import { type GitFacts, noGit } from './git-facts.ts'
import { type HostingFacts, nothingKnown } from './hosting-facts.ts'
import { type Parsed, parseData } from './parse.ts'

/** A larger file is neither configuration nor documentation. */
const largestTextBytes = 1024 * 1024

/** Imports and routes are near the beginning of a file; the rest is not read. */
const headBytes = 32 * 1024

/** A read-only view of a repository: what checks may know. */
export interface Repository {
  readonly paths: readonly string[]
  readonly git: GitFacts
  readonly hosting: HostingFacts
  /** The same with packages of others, if those were left out. */
  readonly withCopies?: Repository
  has(path: string): boolean
  /** The names of the files directly in a directory; `''` is the root. */
  namesIn(directory: string): readonly string[]
  /** The whole text; `undefined` for a missing, binary or unreadable file, or one above 1 MiB. */
  text(path: string): string | undefined
  /** The beginning of a file; overwritten by the next call. `undefined` when it is binary or cannot be read. */
  head(path: string): Uint8Array | undefined
  /** Whether the first bytes are those of a compiled program or library. */
  isMachineCode(path: string): boolean
  /** JSON, YAML or TOML as data, or a fault of the file; neither if it does not exist. */
  data(path: string): Parsed
}

export function createRepository(
  files: FileSource,
  { git = noGit, hosting = nothingKnown }: { git?: GitFacts; hosting?: HostingFacts } = {},
): Repository {
  const known = new Set(files.paths)
  const texts = new Map<string, string | undefined>()
  const parsed = new Map<string, Parsed>()
  let directories: Map<string, string[]> | undefined

  const text = (path: string): string | undefined => {
    if (!known.has(path)) return undefined
    if (!texts.has(path)) texts.set(path, readText(files, path))
    return texts.get(path)
  }

  return {
    paths: files.paths,
    git,
    hosting,
    text,
    has: (path) => known.has(path),
    namesIn(directory) {
      directories ??= namesByDirectory(files.paths)
      return directories.get(directory) ?? []
    },
    head(path) {
      const bytes = files.read(path, headBytes)
      return bytes && bytes.indexOf(0) < 0 ? bytes : undefined
    },
    isMachineCode: (path) => programMarks.test(Buffer.from(files.read(path, markBytes) ?? []).toString('hex')),
    data(path) {
      const before = parsed.get(path)
      if (before) return before
      const source = text(path)
      const read = source !== undefined ? parseData(path, source) : known.has(path) ? unreadable(path) : notThere
      parsed.set(path, read)
      return read
    },
  }
}

const markBytes = 4

/** How programs of Linux, macOS and Windows begin. */
const programMarks = /^(7f454c46|feedfac[ef]|c[ef]faedfe|cafebabe|4d5a9000)/

const notThere: Parsed = { value: undefined }

function unreadable(path: string): Parsed {
  return { fault: `${path} is too large, binary or closed, and was not read` }
}

/** Bytes that are not UTF-8 become replacement characters, so that the rest of the file still counts. */
function readText(files: FileSource, path: string): string | undefined {
  const bytes = files.read(path, largestTextBytes + 1)
  if (!bytes || bytes.length > largestTextBytes || bytes.indexOf(0) >= 0) return undefined
  return new TextDecoder().decode(bytes).replace(otherLineEnds, '\n').replace(emptyLines, '\n'.repeat(mostEmptyLines))
}

/** Lines end so on old computers and in some editors; patterns know one end alone. */
const otherLineEnds = /\r(?!\n)|[\f\v\u2028\u2029]/g

const mostEmptyLines = 100

/** Nobody writes so many, and patterns that begin at any line would go through all of them from each one. */
const emptyLines = new RegExp(`(?:\\n[^\\S\\n]*){${mostEmptyLines},}(?=\\n)`, 'g')

function namesByDirectory(paths: readonly string[]): Map<string, string[]> {
  const directories = new Map<string, string[]>()
  for (const path of paths) {
    const at = path.lastIndexOf('/')
    const directory = at < 0 ? '' : path.slice(0, at)
    const names = directories.get(directory)
    if (names) names.push(path.slice(at + 1))
    else directories.set(directory, [path.slice(at + 1)])
  }
  return directories
}
