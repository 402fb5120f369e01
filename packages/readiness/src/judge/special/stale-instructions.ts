import ignore from 'ignore'
import { codeLines } from '../../facts/code-blocks.ts'
import { recipesIn } from '../../facts/tasks.ts'
import type { Repository } from '../../repository/create-repository.ts'
import { expression } from '../../repository/expression.ts'
import { at, entriesOf } from '../../repository/json-path.ts'
import { onceForEach } from '../../repository/once-for-each.ts'
import { directoryOf, resolvePath, upwards } from '../../repository/places.ts'

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
  const tree = treeOf(repository.withCopies ?? repository)
  const scripts = scriptsOf(repository)
  const targets = targetsOf(repository)
  const named: (Named & { readonly isThere: boolean })[] = []
  const look = (line: number, what: string, isThere: boolean) => named.push({ path, line, what, isThere })
  const isThere = (target: string) => tree.has(target.replace(/\/$/, '').toLowerCase())
  for (const { text: code, line } of codeLines(text)) {
    for (const [, name = ''] of code.matchAll(/\b(?:npm|pnpm|yarn|bun) run (?!-)([\w:.-]*\w)(?![\w:.-]*[:*])/g))
      if (scripts) look(line, `the script ${name}`, scripts.has(name))
    // Without `run`, a name may also be that of a program; only scripts have a colon in it.
    const bare = /^(?:pnpm|yarn|bun) ([a-z][\w:.-]*)(?:\s|$)/.exec(code)?.[1]
    if (bare !== undefined && scripts && (scripts.has(bare) || bare.includes(':')))
      look(line, `the script ${bare}`, scripts.has(bare))
    const [, tool = '', target = ''] = /^(make|just|task) (\w[\w:-]*)(?:\s+#.*)?\s*$/.exec(code) ?? []
    const known = targets.get(tool)
    if (known) look(line, `the target ${target}`, known.has(target))
    // A script in a folder that is tracked; anything else may be made by a build.
    const script = /^(?:\.\/|(?:bash|sh|python3?|node) |cp (?:-\w+ )?)([\w-]+(?:\/[\w.-]+)*\/[\w.-]*\w)(?:\s|$)/.exec(
      code,
    )?.[1]
    if (script !== undefined && isThere(directoryOf(script))) look(line, script, isThere(script))
    const wrapper = /^\.\/(mvnw|gradlew)(?:\s|$)/.exec(code)?.[1]
    if (wrapper !== undefined) look(line, wrapper, isThere(wrapper))
  }
  for (const { target, line } of links(text)) {
    // Some pages below a folder write their links as seen from the root.
    const seen = target.startsWith('/') ? [target.slice(1)] : [resolvePath(directoryOf(path), target), target]
    look(line, target, seen.some(isThere))
  }
  const rules = ignore().add(repository.text('.gitignore') ?? '')
  for (const [index, row] of text.split('\n').entries()) {
    for (const { index: start, 1: target = '' } of row.matchAll(/`([\w.-]+\/(?:[\w.-]+\/?)*)`/g)) {
      const folder = directoryOf(target.replace(/\/$/, ''))
      if (isThere(target) || isThere(resolvePath(directoryOf(path), target))) look(index + 1, target, true)
      // A path in a sentence may be an example, or be made; it is gone if the folder above it is there.
      else if (
        !standsForOthers.test(target) &&
        !isAboutOthers.test(sentenceAround(row, start, target)) &&
        (target.endsWith('/') || ofSource.test(target)) &&
        folder !== '' &&
        isThere(folder) &&
        !tree.has(`**/${lastTwo(target.toLowerCase())}`) &&
        !(ignore.isPathValid(target) && rules.ignores(target))
      )
        look(index + 1, target, false)
    }
  }
  const [firstNamed] = named
  return { stale: named.filter((each) => !each.isThere), ...(firstNamed && { firstNamed }) }
}

const ofSource = /\.(ts|tsx|js|mjs|py|go|rs|rb|java|kt|php|cs|swift|html|md|ya?ml|toml|sh|sql)$/

/** A sentence on what is made, on how files are called, or on what people make for themselves. */
const isAboutOthers = expression(
  'i',
  String.raw`\b((pre)?built|builds?|bundles?|served|copied|generate[sd]?|compiled|created?|creates|written|writes|output|ignored`,
  String.raw`|gitignored|add|never|e\.g\.|for (instance|example)|such as|like|called|named?|cop(y|ies)|each)\b`,
)

/** Names that stand for others prove nothing, nor do folders that a build makes. */
const standsForOthers = expression(
  'i',
  String.raw`example|foo|bar|my|your|new|some|xxx|(?<![a-z])(name|feature|thing|entity)(?![a-z])|_pb|generated|\.d\.ts|(^|\/)(build`,
  String.raw`|dist|out|target|bin|coverage|tmp|node_modules|vendor|data|logs?|\.\w*cache)\/?$`,
)

const longestSentence = 400

function sentenceAround(row: string, start: number, target: string): string {
  // What makes something is there itself.
  const maker = /\b(generated|built|created|written|compiled) (using|by|with|via|from) (the )?`?$/i
  const before = row.slice(Math.max(0, start - longestSentence), start).replace(maker, '')
  const after = row.slice(start + target.length, start + target.length + longestSentence)
  const end = after.search(/\.(\s|$)/)
  return `${before.slice(before.lastIndexOf('. ') + 1)}${end < 0 ? after : after.slice(0, end)}`
}

function lastTwo(path: string): string {
  return path.split('/').slice(-2).join('/')
}

/** All paths and folders in small letters, and the last two parts of each path after two stars. */
const treeOf = onceForEach(({ paths }): ReadonlySet<string> => {
  const found = new Set([''])
  for (const path of paths) {
    const lower = path.toLowerCase()
    found.add(lower).add(`**/${lastTwo(lower)}`)
    for (const folder of upwards(directoryOf(lower))) found.add(folder)
  }
  return found
})

/** Links to other files of the repository. */
function links(text: string): { readonly target: string; readonly line: number }[] {
  return text.split('\n').flatMap((row, index) =>
    // Code between backticks may look like a link.
    [...row.replace(/`[^`]*`(?!\])/g, '').matchAll(/\]\((?!https?:|mailto:|#|<|@)([^)\s#?]+)[^)]*\)/g)]
      .map(([, target = '']) => ({ target: target.replaceAll('%20', ' '), line: index + 1 }))
      .filter(({ target }) => /^[\w./@-]+$/.test(target) && !elsewhere.test(target)),
  )
}

/** The address of a host, of which somebody left out the protocol. */
const elsewhere = /^([\w-]+\.)+(com|org|io|net|dev)\//

/** The scripts of every package; `undefined` when there is no package, or one of them cannot be read. */
function scriptsOf(repository: Repository): ReadonlySet<string> | undefined {
  const manifests = repository.paths.filter((path) => /(^|\/)package\.json$/.test(path))
  const all = manifests.map((path) => repository.data(path).value)
  if (manifests.length === 0 || all.includes(undefined)) return undefined
  return new Set(all.flatMap((data) => entriesOf(at(data, 'scripts')).map(([name]) => name)))
}

const taskFiles = [
  // Rules and other files may make targets, too.
  [
    'make',
    /(^|\/)((GNUm|M|m)akefile(\.[\w-]+)?|[^/]+\.(mk|make))$/,
    /^[^\s#]*%[^\s]*:|^\$\(|\$\(eval|\binclude\b.*\.\./m,
  ],
  ['just', /(^|\/)(\.?[jJ]ustfile|[^/]+\.just)$/, /^(mod|import)\b/m],
  ['task', /(^|\/)[tT]askfile(\.dist)?\.ya?ml$/, /^includes:/m],
] as const

/** The targets of every task file, by the tool that runs them. A tool whose targets cannot all be known is left out. */
function targetsOf(repository: Repository): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    taskFiles.flatMap(([tool, files, unknown]) => {
      const texts = repository.paths.filter((path) => files.test(path)).map((path) => repository.text(path) ?? '')
      if (texts.length === 0 || texts.some((text) => unknown.test(text))) return []
      const aliases = texts.flatMap((text) => [...text.matchAll(/^alias ([\w-]+)/gm)].map(([, name = '']) => name))
      const several = texts.flatMap((text) =>
        [...text.matchAll(/^([\w.-]+(?: [\w.-]+)+)\s*:(?!=)/gm)].flatMap(([, all = '']) => all.split(' ')),
      )
      const ofYaml = texts.flatMap((text) =>
        [...text.matchAll(/^ {2,4}["']?([\w:-]+)["']?:/gm)].map(([, name = '']) => name),
      )
      const one = tool === 'task' ? ofYaml : texts.flatMap((text) => [...recipesIn(text)].map(([name]) => name))
      return [[tool, new Set([...aliases, ...several, ...one])] as const]
    }),
  )
}
