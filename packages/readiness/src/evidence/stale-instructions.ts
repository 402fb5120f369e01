import { directoryOf, joinPath, resolvePath } from '../applications/places.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf } from '../repository/json-path.ts'
import { codeLines } from './code-blocks.ts'

/** A script, target or file that a page names. */
interface Named {
  readonly path: string
  readonly line: number
  readonly what: string
}

interface Looked {
  readonly stale: readonly Named[]
  readonly firstNamed?: Named
}

/** Checks whether what a page names exists. It reports only what the files alone can prove. */
export function staleIn(repository: Repository, path: string): Looked {
  const text = repository.text(path) ?? ''
  const scripts = scriptsOf(repository)
  const targets = targetsOf(repository)
  const stale: Named[] = []
  let firstNamed: Named | undefined
  const look = (line: number, what: string, isThere: boolean) => {
    const named = { path, line, what }
    firstNamed ??= named
    if (!isThere) stale.push(named)
  }
  for (const { text: code, line } of codeLines(text)) {
    for (const [, name = ''] of code.matchAll(/\b(?:npm|pnpm|yarn|bun) run (?!-)([\w:.-]+)/g)) {
      if (scripts) look(line, `the script ${name}`, scripts.has(name))
    }
    const target = /^make ([\w-]+)\s*$/.exec(code)?.[1]
    if (target !== undefined && targets) look(line, `the target ${target}`, targets.has(target))
    const script = /^(?:\.\/|(?:bash|sh|python3?|node) )([\w-]+(?:\/[\w.-]+)+)(?:\s|$)/.exec(code)?.[1]
    if (script !== undefined && isTracked(repository, script)) look(line, script, repository.has(script))
    const copied = /^cp (?:-\w+ )?([\w-]+(?:\/[\w.-]+)+\.\w+) \S+$/.exec(code)?.[1]
    if (copied !== undefined && isTracked(repository, copied)) look(line, copied, repository.has(copied))
  }
  for (const { target, line } of links(text)) {
    const resolved = target.startsWith('/') ? target.slice(1) : resolvePath(directoryOf(path), target)
    look(line, target, repository.has(resolved) || isDirectory(repository, resolved))
  }
  // A path in a sentence may be an example; it is gone if the folder at the root is there.
  for (const [index, row] of text.split('\n').entries()) {
    for (const [, target = ''] of row.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\/?)`/g)) {
      if (target.includes('/') && isDirectory(repository, target)) look(index + 1, target, true)
      else if (repository.has(target)) look(index + 1, target, true)
      else if (isGone(repository, target)) look(index + 1, target, false)
    }
  }
  const folders = listedFolders(text)
  const isThere = (folder: string) => isDirectory(repository, folder)
  // One of many that is missing was there once; a list of other folders is about something else.
  if (folders.filter(({ folder }) => isThere(folder)).length >= fewestFolders)
    for (const { folder, line } of folders) look(line, folder, isThere(folder))
  return { stale, ...(firstNamed && { firstNamed }) }
}

/** A source file that its directory does not have. Names that stand for others prove nothing. */
function isGone(repository: Repository, target: string): boolean {
  const directory = directoryOf(target)
  const isPlain = directory.includes('/') && /\.(ts|tsx|js|mjs|py|go|rs|rb|java|kt|php|cs|swift)$/.test(target)
  return (
    isPlain &&
    !/example|foo|bar|my|your|new|some|xxx|_pb|generated|\.d\.ts/i.test(target) &&
    isDirectory(repository, target.slice(0, target.indexOf('/')))
  )
}

const fewestFolders = 5

/** Folders that a build makes are not tracked. */
const made = /(^|\/)(build|dist|out|target|bin|coverage|tmp|node_modules|vendor|data)$/

/** The folders that begin the points of a list. */
function listedFolders(text: string): { readonly folder: string; readonly line: number }[] {
  return text.split('\n').flatMap((row, index) => {
    const named = /^[-*] \**((?:`[\w./-]+\/`(?:, )?)+)/.exec(row)?.[1] ?? ''
    return [...named.matchAll(/`([\w./-]+)\/`/g)]
      .map(([, folder = '']) => ({ folder, line: index + 1 }))
      .filter(({ folder }) => !made.test(folder))
  })
}

/** Links to other files of the repository. */
function links(text: string): { readonly target: string; readonly line: number }[] {
  return text
    .split('\n')
    .flatMap((row, index) =>
      [...row.matchAll(/\]\((?!https?:|mailto:|#|<|@)([^)\s#?]+)[^)]*\)/g)]
        .map(([, target = '']) => ({ target: decoded(target), line: index + 1 }))
        .filter(({ target }) => /^[\w./@-]+$/.test(target)),
    )
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}

/** The scripts of every package; `undefined` when there is no package, or one of them cannot be read. */
function scriptsOf(repository: Repository): ReadonlySet<string> | undefined {
  const manifests = repository.paths.filter((path) => /(^|\/)package\.json$/.test(path))
  if (manifests.length === 0) return undefined
  const all = manifests.map((path) => repository.data(path).value)
  if (all.includes(undefined)) return undefined
  return new Set(all.flatMap((data) => entriesOf(at(data, 'scripts')).map(([name]) => name)))
}

/** The targets of every Makefile; `undefined` when there is none, or when one makes its targets by rules. */
function targetsOf(repository: Repository): ReadonlySet<string> | undefined {
  const texts = repository.paths
    .filter((path) => /(^|\/)((GNUm|M|m)akefile|[^/]+\.mk)$/.test(path))
    .map((path) => repository.text(path) ?? '')
  if (texts.length === 0 || texts.some((text) => /^[^\s#]*%[^\s]*:|^\$\(|\$\(eval|\binclude\b.*\.\./m.test(text)))
    return undefined
  return new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/^([\w.-]+(?: [\w.-]+)*)\s*:(?!=)/gm)].flatMap(([, names = '']) => names.split(' ')),
    ),
  )
}

/** A path below a tracked directory; anything else may be made by a build. */
function isTracked(repository: Repository, path: string): boolean {
  return isDirectory(repository, directoryOf(path))
}

function isDirectory(repository: Repository, path: string): boolean {
  const directory = path.replace(/\/$/, '')
  return (
    directory === '' ||
    repository.namesIn(directory).length > 0 ||
    repository.paths.some((each) => each.startsWith(`${joinPath(directory, '')}`))
  )
}
