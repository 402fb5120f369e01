import type { Ecosystem } from './application.ts'
import { type Language, languageOf } from './languages.ts'

const usualLanguages: Readonly<Record<Ecosystem, Language>> = {
  npm: 'javascript',
  python: 'python',
  go: 'go',
  cargo: 'rust',
  maven: 'java',
  gradle: 'java',
  dotnet: 'csharp',
  ruby: 'ruby',
  php: 'php',
  swift: 'swift',
  mix: 'elixir',
  cmake: 'cpp',
  sbt: 'scala',
  clojure: 'clojure',
  pub: 'dart',
  haskell: 'haskell',
  zig: 'zig',
  lua: 'lua',
  perl: 'perl',
  terraform: 'terraform',
}

/** The language of most source files. */
export function mainLanguage(counts: ReadonlyMap<Language, number>, ecosystems: readonly Ecosystem[]): Language {
  const [most] = [...counts].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
  const [first = 'npm'] = ecosystems
  return most?.[0] ?? usualLanguages[first]
}

/** Scripts of a shell surround every program. They are source only of a program in that language. */
export function isSourceOf(language: Language, path: string): boolean {
  return language === 'shell' || languageOf(path) !== 'shell'
}

/** Programs in C are often tested by scripts. */
export function isTestOfLanguage(language: Language, path: string): boolean {
  return language === 'cpp' || isSourceOf(language, path)
}
