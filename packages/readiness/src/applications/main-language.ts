import { type Ecosystem, ecosystems as rows } from '../catalog/ecosystems.ts'
import { type Language, languageOf, relatives } from '../catalog/languages.ts'
import { ecosystemOf } from '../facts/manifests.ts'
import { isScenario } from '../facts/test-files.ts'
import type { Application } from './application.ts'

/** The manifest that a person would open first: that of the language, not one of tools beside it. */
export function manifestOf({ manifests, language }: Pick<Application, 'manifests' | 'language'>): string | undefined {
  const isOwn = (path: string) => {
    const ecosystem = ecosystemOf(path)
    return ecosystem !== undefined && !path.endsWith('.pbxproj') && areRelated(rows[ecosystem].language, language)
  }
  return manifests.find(isOwn) ?? manifests.find((path) => ecosystemOf(path) !== undefined) ?? manifests[0]
}

/** What of the language that answers requests must be there, beside what browsers load. */
const leastShare = 0.2

/** So many files of another language than that of the manifest are more than scripts. Each file of a program counts 1000. */
const manyFiles = 10_000

/** The language of most source files; of pages and the program that serves them, that of the program. */
export function mainLanguage(
  { counts, components }: { readonly counts: ReadonlyMap<Language, number>; readonly components: number },
  ecosystems: readonly Ecosystem[],
): Language {
  // What Flutter keeps for each system is only a shell around the program.
  if (ecosystems.includes('pub') && counts.has('dart')) return 'dart'
  // A crate is built of Rust alone; what else is in it, the program reads or shows.
  if (ecosystems.length === 1 && ecosystems[0] === 'cargo' && counts.has('rust')) return 'rust'
  const settled = withComponents(counts, components)
  const [first] = ecosystems
  const [[language, count] = [first ? rows[first].language : 'other', 0]] = [...settled].sort(
    ([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1),
  )
  const around = language === 'lua' && !ecosystems.includes('lua') ? aroundLua(settled, ecosystems, count) : undefined
  if (around !== undefined) return around
  const usual = first && ecosystems.length === 1 ? rows[first].language : language
  // A library may be one file, with more scripts around it.
  if (count < manyFiles && settled.has(usual) && !areRelated(usual, language)) return usual
  if (language !== 'javascript' && language !== 'typescript') return language
  const hasOwn = ecosystems.includes('npm')
  const behind = ecosystems.map((each) => rows[each].language).filter((each) => !hasOwn || answering.has(each))
  // Without a manifest of its own, what browsers load was copied from others or belongs to the program behind.
  const least = hasOwn ? leastShare * count : 1000
  return behind.find((each) => (settled.get(each) ?? 0) >= least) ?? language
}

/** Without a manifest of its own, Lua is what a program in another language loads and runs. */
function aroundLua(
  counts: ReadonlyMap<Language, number>,
  ecosystems: readonly Ecosystem[],
  count: number,
): Language | undefined {
  const [first] = [...counts]
    .filter(([language]) => ecosystems.some((each) => areRelated(rows[each].language, language)))
    .sort(([, a], [, b]) => b - a)
  return first !== undefined && first[1] >= leastShare * count ? first[0] : undefined
}

const answering: ReadonlySet<Language> = new Set(['ruby', 'python', 'php', 'elixir', 'go', 'rust', 'java', 'scala'])

/** Components are written in the language of the files beside them. */
function withComponents(counts: ReadonlyMap<Language, number>, components: number): ReadonlyMap<Language, number> {
  const typescript = counts.get('typescript') ?? 0
  const javascript = (counts.get('javascript') ?? 0) - components
  if (components === 0 || typescript <= javascript) return counts
  return new Map([...counts, ['typescript', typescript + components], ['javascript', javascript]])
}

export function isSameLanguage(language: Language, path: string): boolean {
  const found = languageOf(path)
  return found === undefined || areRelated(found, language)
}

export function areRelated(one: Language, other: Language): boolean {
  return one === other || (relatives[one] ?? one) === (relatives[other] ?? other)
}

/** Scripts of a shell surround every program. They are source only of a program in that language. */
export function isSourceOf(language: Language, path: string): boolean {
  return language === 'shell' || languageOf(path) !== 'shell'
}

/** A file of a scripting language amid a program that is built of another one, without a manifest of its own. */
export function isScriptAmid(language: Language, ecosystems: readonly Ecosystem[], path: string): boolean {
  const found = languageOf(path)
  if (ecosystems.length === 0 || (found !== 'python' && found !== 'javascript' && found !== 'typescript')) return false
  return ![language, ...ecosystems.map((each) => rows[each].language)].some((each) => areRelated(each, found))
}

/** Programs in C are often tested by scripts. Scenarios of Molecule test roles, not a program beside them. */
export function isTestOfLanguage(language: Language, path: string): boolean {
  if (isScenario(path)) return language === 'other' || language === 'shell'
  return language === 'cpp' || isSourceOf(language, path)
}
