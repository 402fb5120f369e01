import ignore from 'ignore'
import { directoryOf, joinPath, nameOf, resolvePath, upwards } from '../applications/places.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf } from '../repository/json-path.ts'
import { onceForEach } from '../repository/once-for-each.ts'
import { codeLines } from './code-blocks.ts'
import { made, treesIn } from './folder-trees.ts'

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
    for (const [, name = ''] of code.matchAll(/\b(?:npm|pnpm|yarn|bun) run (?!-)([\w:.-]*\w)(?![\w:.-]*[:*])/g)) {
      if (scripts) look(line, `the script ${name}`, scripts.has(name))
    }
    // Without `run`, a name may also be that of a program; only scripts have a colon in it.
    const bare = /^(?:pnpm|yarn|bun) ([a-z][\w:.-]*)(?:\s|$)/.exec(code)?.[1]
    if (bare !== undefined && scripts && (scripts.has(bare) || bare.includes(':')))
      look(line, `the script ${bare}`, scripts.has(bare))
    const [, tool = '', target = ''] = /^(make|just|task) (\w[\w:-]*)(?:\s+#.*)?\s*$/.exec(code) ?? []
    const known = targets.get(tool)
    if (known) look(line, `the target ${target}`, known.has(target))
    const script = /^(?:\.\/|(?:bash|sh|python3?|node) )([\w-]+(?:\/[\w.-]+)+)(?:\s|$)/.exec(code)?.[1]
    // Go writes three dots for all folders below.
    if (script !== undefined && !script.endsWith('...') && isTracked(repository, script))
      look(line, script, repository.has(script) || isDirectory(repository, script))
    const wrapper = /^\.\/(mvnw|gradlew)(?:\s|$)/.exec(code)?.[1]
    if (wrapper !== undefined) look(line, wrapper, repository.has(wrapper))
    const copied = /^cp (?:-\w+ )?([\w-]+(?:\/[\w.-]+)+\.\w+) \S+$/.exec(code)?.[1]
    if (copied !== undefined && isTracked(repository, copied)) look(line, copied, repository.has(copied))
  }
  for (const { target, line } of links(text)) {
    // Some pages below a folder write their links as seen from the root.
    const seen = target.startsWith('/') ? [target.slice(1)] : [resolvePath(directoryOf(path), target), target]
    look(
      line,
      target,
      seen.some((each) => hasFile(repository, each) || isDirectory(repository, each)),
    )
  }
  // A path in a sentence may be an example; it is gone if the folder at the root is there.
  const rows = text.split('\n')
  for (const [index, row] of rows.entries()) {
    for (const { index: start, 1: target = '' } of row.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\/?)`/g)) {
      if (target.includes('/') && isDirectory(repository, target)) look(index + 1, target, true)
      else if (target.includes('/') && hasFile(repository, target)) look(index + 1, target, true)
      else {
        const sentence = sentenceAround(row, start, target)
        if (isAboutBuilds.test(sentence)) continue
        const isShown = isAboutExamples.test(sentence) || isIgnored(repository, target)
        if (
          isGone(repository, target) ||
          (!isShown && isGoneNear(repository, target)) ||
          isGoneBeside(repository, target, listAround(rows, index))
        )
          look(index + 1, target, false)
      }
    }
  }
  for (const list of foldersIn(text)) {
    const isThere = (base: string, folder: string) => isDirectory(repository, joinPath(base, folder))
    const counted = ['', directoryOf(path), ...list.bases].map((base) => ({
      base,
      count: list.folders.filter(({ folder }) => isThere(base, folder)).length,
    }))
    const best = counted.reduce((a, b) => (b.count > a.count ? b : a))
    // One of many that is missing was there once; a list of other folders is about something else.
    if (best.count >= fewestFolders)
      for (const { folder, line } of list.folders) look(line, folder, isThere(best.base, folder))
  }
  for (const tree of treesIn(text)) {
    const isThere = (base: string, name: string) => {
      const full = joinPath(base, name)
      return repository.has(full) || isDirectory(repository, full)
    }
    const counted = ['', directoryOf(path), ...tree.bases].map((base) => ({
      base,
      count: tree.entries.filter(({ name }) => isThere(base, name)).length,
    }))
    const best = counted.reduce((a, b) => (b.count > a.count ? b : a))
    // A tree of which most is missing shows something else, such as what a user makes.
    if (best.count >= fewestFolders && best.count * 2 > tree.entries.length)
      for (const { name, line } of tree.entries) look(line, name, isThere(best.base, name))
  }
  return { stale, ...(firstNamed && { firstNamed }) }
}

/** A sentence on what is made, not on what is there. */
const isAboutBuilds =
  /\b((pre)?built|builds?(?! (tools?|systems?|dependenc))|bundles?|served|copied|generated?|generates|compiled|created?|creates|written|writes|output|ignored|add|never)\b/i

/** A sentence on how files are called, or on what people make for themselves. */
const isAboutExamples = /\b(e\.g\.|for (instance|example)|such as|like|called|named?|cop(y|ies)|each|gitignored)\b/i

/** The sentence that names a path, without a word that says that the path makes something. */
function sentenceAround(row: string, start: number, target: string): string {
  const before = row.slice(Math.max(0, start - longestSentence), start)
  const after = row.slice(start + target.length, start + target.length + longestSentence)
  const end = after.search(/\.(\s|$)/)
  const maker = /\b(generated|built|created|written|compiled) (using|by|with|via|from) (the )?$/i
  const begun = before.slice(before.lastIndexOf('. ') + 1).replace(maker, '')
  return `${begun}${end < 0 ? after : after.slice(0, end)}`
}

const longestSentence = 400
const longestList = 4_000
/** So many points of a list before and after one are of its kind. */
const mostPoints = 30

/** A file or folder that the directory above it does not have. Names that stand for others prove nothing. */
function isGone(repository: Repository, target: string): boolean {
  const path = target.replace(/\/$/, '')
  const directory = directoryOf(path)
  if (standsForOthers.test(path) || made.test(path)) return false
  if (target.endsWith('/')) return directory !== '' && isDirectory(repository, directory)
  // A folder whose neighbours have the same kind of name, such as a number before it.
  if (isNumbered(repository, path)) return !isDirectory(repository, path)
  return (
    directory.includes('/') &&
    ofSource.test(target) &&
    isDirectory(repository, target.slice(0, target.indexOf('/'))) &&
    !lowerCased(repository).has(target.toLowerCase())
  )
}

const ofSource = /\.(ts|tsx|js|mjs|py|go|rs|rb|java|kt|php|cs|swift|html|md|ya?ml|toml|sh|sql)$/

/** A file that would be right in a folder at the root. The folder holds files of its kind, and no package has one of this name. */
function isGoneNear(repository: Repository, target: string): boolean {
  const directory = directoryOf(target)
  const ending = ofSource.exec(target)?.[0]
  if (ending === undefined || directory === '' || directory.includes('/')) return false
  if (standsForOthers.test(target) || made.test(target)) return false
  return (
    repository.namesIn(directory).some((name) => name.endsWith(ending)) &&
    !lowerCased(repository).has(`**/${target.toLowerCase()}`)
  )
}

const standsForOthers =
  /example|foo|bar|my|your|new|some|xxx|(?<![a-z])(name|feature|thing|entity)(?![a-z])|_pb|generated|\.d\.ts/i

/** All paths in small letters, and their last two parts after two stars. */
const lowerCased = onceForEach(({ paths }): ReadonlySet<string> => {
  const found = new Set<string>()
  for (const path of paths) {
    const lower = path.toLowerCase()
    found.add(lower)
    found.add(`**/${lower.slice(lower.lastIndexOf('/', lower.lastIndexOf('/') - 1) + 1)}`)
  }
  return found
})

/** Whether git leaves a file out, which people make for themselves. */
function isIgnored(repository: Repository, target: string): boolean {
  const rules = repository.text('.gitignore')
  return rules !== undefined && ignore.isPathValid(target) && ignore().add(rules).ignores(target)
}

/** What others wrote is there, too. */
function hasFile(repository: Repository, path: string): boolean {
  return repository.has(path) || repository.withCopies?.has(path) === true
}

/** The line, with the points of the list in which it begins with a path: they name things of one kind. */
function listAround(rows: readonly string[], index: number): string {
  const isPoint = (row: string | undefined) => row !== undefined && /^\s*[-*] +`[\w./-]+`/.test(row)
  if (!isPoint(rows[index])) return rows[index]?.slice(0, longestList) ?? ''
  let start = index
  while (index - start < mostPoints && isPoint(rows[start - 1])) start--
  let end = index
  while (end - index < mostPoints && isPoint(rows[end + 1])) end++
  return rows
    .slice(start, end + 1)
    .join('\n')
    .slice(0, longestList)
}

/** A folder with a number in a place where the others have one, too. */
function isNumbered(repository: Repository, path: string): boolean {
  const number = /^\d+[-_.]\w/
  if (!number.test(nameOf(path)) || /\.\w+$/.test(path)) return false
  const above = joinPath(directoryOf(path), '')
  const below = repository.paths.filter((each) => each.startsWith(above)).map((each) => each.slice(above.length))
  const folders = below.filter((each) => each.includes('/')).map((each) => each.slice(0, each.indexOf('/')))
  return new Set(folders.filter((each) => number.test(each))).size >= fewestFolders
}

/** A file that is named beside one of the same folder and kind that is there. */
function isGoneBeside(repository: Repository, target: string, row: string): boolean {
  const [, folder = '', ending = ''] = /^([\w.-]+\/)[\w.-]+?(\.[a-z]+)$/.exec(target) ?? []
  if (folder === '' || made.test(target)) return false
  const beside = [...row.matchAll(/`([\w.-]+\/[\w.-]+)`/g)].map(([, each = '']) => each)
  if (lowerCased(repository).has(`**/${target.toLowerCase()}`)) return false
  return beside.some((each) => each.startsWith(folder) && each.endsWith(ending) && repository.has(each))
}

/** Fewer folders that exist do not show where a list begins. */
const fewestFolders = 2

interface FolderList {
  readonly folders: { readonly folder: string; readonly line: number }[]
  /** The folders that the lines before the list name. */
  readonly bases: readonly string[]
}

/** The folders that begin the points of a list, list by list. */
function foldersIn(text: string): FolderList[] {
  const found: FolderList[] = []
  let named: readonly string[] = []
  let current: FolderList | undefined
  for (const [index, row] of text.split('\n').entries()) {
    if (!/^[-*] /.test(row)) {
      if (row.trim() === '' || /^\s/.test(row)) continue
      current = undefined
      named = [...named.slice(-2), ...[...row.matchAll(/[\w.-]+(?:\/[\w.-]+)+/g)].map(([path]) => path)]
      continue
    }
    const folders = /^[-*] \**((?:`[\w./-]+\/`(?:, )?)+)/.exec(row)?.[1] ?? ''
    // Further folders of a point may be meant inside of the first one's.
    for (const [, folder = ''] of [...folders.matchAll(/`([\w./-]+)\/`/g)].slice(0, 1)) {
      if (made.test(folder)) continue
      if (current === undefined) {
        current = { folders: [], bases: named }
        found.push(current)
      }
      current.folders.push({ folder, line: index + 1 })
    }
  }
  return found
}

/** Links to other files of the repository. */
function links(text: string): { readonly target: string; readonly line: number }[] {
  return text.split('\n').flatMap((row, index) =>
    // Code between backticks may look like a link.
    [...row.replace(/`[^`]*`(?!\])/g, '').matchAll(/\]\((?!https?:|mailto:|#|<|@)([^)\s#?]+)[^)]*\)/g)]
      .map(([, target = '']) => ({ target: decoded(target), line: index + 1 }))
      .filter(({ target }) => /^[\w./@-]+$/.test(target) && !elsewhere.test(target)),
  )
}

/** The address of a host, of which somebody left out the protocol. */
const elsewhere = /^([\w-]+\.)+(com|org|io|net|dev)\//

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

/** The targets of every task file, by the tool that runs them. A tool whose targets cannot all be known is left out. */
function targetsOf(repository: Repository): ReadonlyMap<string, ReadonlySet<string>> {
  const found = taskFiles.flatMap(({ tool, files, unknown, target }) => {
    const texts = repository.paths.filter((path) => files.test(path)).map((path) => repository.text(path) ?? '')
    if (texts.length === 0 || texts.some((text) => unknown.test(text))) return []
    const names = texts.flatMap((text) => [...text.matchAll(target)].flatMap(([, name = '']) => name.split(' ')))
    return [[tool, new Set(names)] as const]
  })
  return new Map(found)
}

const taskFiles = [
  {
    tool: 'make',
    files: /(^|\/)((GNUm|M|m)akefile(\.[\w-]+)?|[^/]+\.(mk|make))$/,
    // Rules and other files may make targets, too.
    unknown: /^[^\s#]*%[^\s]*:|^\$\(|\$\(eval|\binclude\b.*\.\./m,
    target: /^([\w.-]+(?: [\w.-]+)*)\s*:(?!=)/gm,
  },
  {
    tool: 'just',
    files: /(^|\/)(\.?[jJ]ustfile|[^/]+\.just)$/,
    unknown: /^(mod|import)\b/m,
    target: /^(?:alias )?@?([\w-]+)(?: [^:\n]*)?:/gm,
  },
  {
    tool: 'task',
    files: /(^|\/)[tT]askfile(\.dist)?\.ya?ml$/,
    unknown: /^includes:/m,
    target: /^ {2,4}["']?([\w:-]+)["']?:/gm,
  },
]

/** A path below a tracked directory; anything else may be made by a build. */
function isTracked(repository: Repository, path: string): boolean {
  return isDirectory(repository, directoryOf(path))
}

const directoriesOf = onceForEach(({ paths }) => new Set(paths.flatMap((each) => upwards(directoryOf(each)))))

function isDirectory(repository: Repository, path: string): boolean {
  return directoriesOf(repository.withCopies ?? repository).has(path.replace(/\/$/, ''))
}
