import type { Repository } from '../repository/create-repository.ts'
import type { Language } from './languages.ts'
import { isForeign, joinPath, nameOf } from './places.ts'

/** Source in languages that no table of tools has a row for. */
const further =
  /\.(vim|el|lisp|scm|rkt|nix|ps1|psm1|groovy|nim|cr|d|v|sol|elm|purs|f90|f95|f|adb|ads|pas|coffee|hx|gd|tcl|awk|m|mm|cu|asm|s|vala|st|pony|odin|hcl|rego|lean|agda|idr|thrift|proto)$/

/** Files of which a theme is made: the manifest beside them names no program. */
const pages =
  /(^|\/)(_layouts|_includes|layouts|partials|_sass|sass|scss|assets|templates)\/.+\.(html|hbs|liquid|s[ac]ss|less)$/

const interpreters: readonly (readonly [RegExp, Language])[] = [
  [/\b(ba|z|da|k|fi)?sh\b/, 'shell'],
  [/\bpython[\d.]*\b/, 'python'],
  [/\bperl\b/, 'perl'],
  [/\bruby\b/, 'ruby'],
  [/\b(node|deno|bun)\b/, 'javascript'],
  [/\blua\b/, 'lua'],
  [/\bphp\b/, 'php'],
]

/** The language of a file that its name does not tell, in a repository without a manifest at its root. */
export function unnamedLanguage(repository: Repository, path: string): Language | undefined {
  if (further.test(path)) return 'other'
  // Scripts without an ending are looked into at the root alone: in `bin` they are often for one person.
  if (!/^[\w-]+$/.test(path)) return undefined
  const line = /^#!.*/.exec(repository.text(path) ?? '')?.[0]
  return line === undefined ? undefined : interpreters.find(([name]) => name.test(line))?.[1]
}

/** Settings that a cluster or a tool for machines reads, in a repository without any program. */
export function isInfrastructure(repository: Repository): boolean {
  const isSettings = (path: string) =>
    /^(kustomization\.ya?ml|Chart\.yaml|Chartfile|helmfile\.yaml|galaxy\.ya?ml|ansible\.cfg)$/.test(nameOf(path)) &&
    !isForeign(path)
  return isRole(repository, '') || repository.paths.some(isSettings)
}

/** A role of Ansible: what it is called, and what it does. */
export function isRole(repository: Repository, directory: string): boolean {
  return ['meta', 'tasks'].every((folder) =>
    repository.namesIn(joinPath(directory, folder)).some((name) => /^main\.ya?ml$/.test(name)),
  )
}

/** Layouts and styles that a generator of sites uses, published with a manifest. */
export function isTheme({ manifests, paths }: { manifests: readonly string[]; paths: readonly string[] }): boolean {
  return manifests.length > 0 && paths.some((path) => pages.test(path) && !isForeign(path))
}

/** A program that is started at the root, however many pages describe it. */
export function startsAtRoot({ sources }: { sources: readonly string[] }): boolean {
  return sources.some((path) => /^(main|app|server)\.\w+$/.test(path))
}
