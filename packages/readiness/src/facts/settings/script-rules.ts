import type { Repository } from '../../repository/create-repository.ts'
import { expression } from '../../repository/expression.ts'
import { at, entriesOf } from '../../repository/json-path.ts'
import { directoryOf, joinPath, resolvePath } from '../../repository/places.ts'
import { withoutComments } from '../comments.ts'
import { firstOf } from '../first-of.ts'
import { namedByScript, nearest, type Setting, setsAt } from './setting.ts'
import { inWorkspace } from './workspace-package.ts'

const eslintFiles = /^(\.eslintrc(\.\w+)?|eslint\.config\.[cm]?[jt]s|\.?oxlintrc\.json)$/

/** Sets of rules that hold `no-unused-vars`. */
const recommended = expression(
  'm',
  String.raw`eslint:recommended|[cC]onfigs(?:\.|\[["'])(?:recommended|strict)|\bnx\.configs\[["']flat\/(?:typescript|javascript)`,
  String.raw`|\bneostandard\b|eslint-config-(?:standard|airbnb|xo)|extends["']?:\s*\[?\s*(?:["'][^"']*["'],\s*)*["'](?:standard`,
  String.raw`|airbnb|airbnb-typescript|xo|plugin:@typescript-eslint\/recommended|next\/typescript)|^extends:\s*(?:-\s*)?(?:standard`,
  String.raw`|airbnb|xo)\b`,
)

function eslintFile(repository: Repository, directories: readonly string[]): string | undefined {
  for (const directory of directories) {
    const path =
      nearest(repository, [directory], eslintFiles) ??
      namedByScript(repository, directory, /\beslint\b[^\n;&|]*\s(?:-c|--config)[\s=](\S+)/)
    if (path !== undefined) return path
  }
  return undefined
}

/** All of them: oxlint and ESLint may be set up beside each other, each with rules of its own. */
function eslintFilesOf(repository: Repository, directories: readonly string[]): readonly string[] {
  const first = eslintFile(repository, directories)
  if (first === undefined) return []
  const directory = directoryOf(first)
  const beside = repository.namesIn(directory).filter((name) => eslintFiles.test(name))
  return [...new Set([first, ...beside.map((name) => joinPath(directory, name))])]
}

/** A file of settings, and the files of the repository that it takes rules from. */
function withImported(repository: Repository, path: string): readonly string[] {
  const text = repository.text(path) ?? ''
  const names = [...text.matchAll(/(?:from|require\(|extends["']?:\s*\[?)\s*["']([\w@.][^"']*)["']/g)]
  const imported = names.flatMap(([, name = '']) => {
    if (!/^\.{1,2}\//.test(name)) return sharedSettings(repository, name)
    const target = resolvePath(directoryOf(path), name)
    // What the program itself is made of, such as the rules of a plugin, sets nothing.
    if (/(^|\/)(lib|src)\//.test(target)) return []
    const found = ['', '.js', '.mjs', '.cjs', '.ts', '.mts', '.json', '/index.js'].map((end) => target + end)
    return found.filter((each) => repository.has(each)).slice(0, 1)
  })
  return [path, ...imported]
}

/** Packages of a workspace that hold settings for all others are called after that. */
const ofSettings = /(?:^|[@/-])(?:eslint|lint)-?(?:config|settings|rules|preset)|(?:^|[@/])(?:config|configs)(?:\/|$)/

/** The settings that a package of the same repository hands out: what its manifest names, or its index. */
function sharedSettings(repository: Repository, name: string): string[] {
  const place = ofSettings.test(name) ? inWorkspace(repository, name) : undefined
  if (place === undefined) return []
  const manifest = repository.data(joinPath(place, 'package.json')).value
  const named = [at(manifest, 'exports', '.') ?? at(manifest, 'exports'), at(manifest, 'main'), 'index.js']
    .filter((each) => typeof each === 'string')
    .map((each) => resolvePath(place, each))
  const found = [place, ...['.js', '.mjs', '.cjs', '.ts'].map((end) => place + end), ...named]
  return found.filter((each) => repository.has(each)).slice(0, 1)
}

/** How many characters of a rule's options are read. */
const optionsLength = 800

/** A rule of ESLint (or oxlint) is on: its severity is not `off` or 0, and its options match `options`. */
export function eslintRule(rule: RegExp, options?: RegExp): Setting {
  return (repository, directories) => {
    const named = new RegExp(
      `(["']?)((?:[@\\w-]+/)*(?:${rule.source}))\\1\\s*:\\s*(?!\\[?\\s*["']?(?:off|OFF|0)\\b)\\S`,
      'g',
    )
    const files = eslintFilesOf(repository, directories).flatMap((path) => withImported(repository, path))
    return firstOf(files, (each) => {
      const text = withoutComments(each, repository.text(each) ?? '')
      const match = [...text.matchAll(named)].find(
        ({ index }) => options?.test(text.slice(index, index + optionsLength)) ?? true,
      )
      return match && setsAt(repository, each, match[2] ?? '')
    })
  }
}

/** The recommended rules of eslint-plugin-unicorn check file names, and notes of work to do that have a date. */
export const unicornRecommended: Setting = (repository, directories) => {
  const path = eslintFile(repository, directories)
  const text = withoutComments(path ?? '', (path && repository.text(path)) ?? '')
  const match = /\bunicorn\b[\w.'"[\]/]*\b(?:recommended|all)\b/.exec(text)
  return path && match ? setsAt(repository, path, match[0]) : undefined
}

/** ESLint reports unused variables: by the name of the rule, or through a recommended set that nothing overrides. */
export const eslintUnused: Setting = (repository, directories) => {
  const named = eslintRule(/no-unused-(?:vars|modules|imports)|unused-imports\/[\w-]+/)(repository, directories)
  if (named !== undefined) return named
  const path = eslintFile(repository, directories)
  if (path === undefined) return inManifest(repository, directories)
  if (isUnusedOff(path, withoutComments(path, repository.text(path) ?? ''))) return undefined
  return firstOf(withImported(repository, path), (each) => {
    const text = withoutComments(each, repository.text(each) ?? '')
    const match = isUnusedOff(each, text) ? undefined : recommended.exec(text)
    return match ? setsAt(repository, each, match[0], `${match[0]}, which has no-unused-vars`) : undefined
  })
}

/** Whether the rule is switched off for the program. Of TypeScript, that of the plugin takes the place of the other one. */
function isUnusedOff(path: string, text: string): boolean {
  const rule = /typescript-eslint/.test(text) ? '@typescript-eslint/no-unused-vars' : '["\']no-unused-vars'
  const off = new RegExp(`${rule}["']?\\s*:\\s*\\[?\\s*["']?(?:off|0)\\b`, 'g')
  if (/\.eslintrc/.test(path)) return rule.startsWith('@') && off.test(text)
  return [...text.matchAll(off)].some(
    ({ index }) => !forSomeFiles.test(blockAround(text, blockAround(text, index).start).text),
  )
}

/** A part of a flat configuration that is about tests, scripts or files of another language. */
const forSomeFiles =
  /\bfiles\s*:\s*(?:\w*(?:[tT]est|[sS]pec)|\[[^\]]*(?:test|spec|e2e|stor(?:y|ies)|\.d\.ts|script|config|example|bench|demo|\.c?js\b|\.mjs\b|\.vue))/

/** The object that a place in a text is inside of. */
function blockAround(text: string, place: number): { readonly start: number; readonly text: string } {
  let depth = 0
  let start = place - 1
  for (; start >= 0; start--) {
    if (text[start] === '}') depth++
    else if (text[start] === '{' && depth-- === 0) break
  }
  let end = start + 1
  for (depth = 1; end < text.length && depth > 0; end++) {
    if (text[end] === '{') depth++
    else if (text[end] === '}') depth--
  }
  return { start: Math.max(0, start), text: text.slice(Math.max(0, start), end) }
}

/** Some keep the settings of ESLint in package.json. */
const inManifest: Setting = (repository, directories) => {
  for (const directory of directories) {
    const path = joinPath(directory, 'package.json')
    const taken = [at(repository.data(path).value, 'eslintConfig', 'extends') ?? []].flat().map(String)
    const set = taken.find((each) => /^(eslint:recommended|react-app|standard|airbnb|xo)\b|recommended/.test(each))
    if (set !== undefined) return setsAt(repository, path, set, `${set}, which has no-unused-vars`)
  }
  return undefined
}

/** oxlint reports unused variables, unless its settings take it back. */
export const oxlintUnused: Setting = (repository, directories) => {
  for (const directory of directories) {
    const path = joinPath(directory, 'package.json')
    const manifest = repository.data(path).value
    const isUsed = ['dependencies', 'devDependencies'].some((field) => at(manifest, field, 'oxlint') !== undefined)
    if (!isUsed) continue
    const settings = nearest(repository, directories, /^\.?oxlintrc\.json$/)
    const rules = at(settings && repository.data(settings).value, 'rules')
    const isOff = entriesOf(rules).some(([name, level]) => /no-unused-vars$/.test(name) && [level].flat()[0] === 'off')
    return isOff ? undefined : setsAt(repository, path, 'oxlint', 'oxlint, which has no-unused-vars')
  }
  return undefined
}

/** A rule of Biome is on: named with a level other than `off`, or recommended by the version in use. */
export function biomeRule(rule: RegExp, recommendedSince?: number): Setting {
  return (repository, directories) => {
    const path = nearest(repository, directories, /^biome\.jsonc?$/)
    const data = path && repository.data(path).value
    if (!path || data === undefined || at(data, 'linter', 'enabled') === false) return undefined
    const rules = at(data, 'linter', 'rules')
    const all = entriesOf(rules).flatMap(([, group]) => entriesOf(group))
    const named = all.find(([name]) => rule.test(name))
    if (named) return levelOf(named[1]) === 'off' ? undefined : setsAt(repository, path, named[0])
    const version = /schemas\/(\d+)\./.exec(String(at(data, '$schema') ?? ''))?.[1]
    const isRecommended = at(rules, 'recommended') !== false && at(rules, 'preset') !== 'none'
    if (recommendedSince === undefined || !isRecommended || Number(version ?? 2) < recommendedSince) return undefined
    return setsAt(repository, path, 'rules', 'the recommended rules')
  }
}

function levelOf(value: unknown): unknown {
  return typeof value === 'string' ? value : at(value, 'level')
}
