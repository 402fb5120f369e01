import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf } from '../repository/json-path.ts'
import { nameOf } from '../repository/places.ts'

/** Manifests that are programs, read line by line, each with the names that a line asks for. */
export const furtherPatterns: readonly (readonly [names: RegExp, pattern: RegExp])[] = [
  [/^build\.(sc|mill)$/, /ivy"([\w.-]+:{1,3}[\w.-]+)/g],
  [/^(project\.clj|deps\.edn)$/, /^\s*[[(:\w ]*?\[?([a-z][\w.-]*\/?[\w.-]*)\s+(?:"\d|\{:mvn\/version)/g],
  [/\.cabal$/, /^\s*(?:build-depends:)?\s*,?\s*([a-zA-Z][\w-]*)\s*(?:[<>=^,&{]|$)/g],
  [/^(cpanfile|Makefile\.PL)$/, /(?:requires\s+|^\s*)['"]([A-Z][\w:]+)['"]/g],
  [/\.rockspec$/, /^\s*["']([\w-]+)\s*(?:[<>=~][^"']*)?["'],?\s*$/g],
]

/** Scala names a package by its organization and itself: `"org" %% "name" % version`. */
export function scalaNames(text: string): string[] {
  return [...text.matchAll(/"([\w.-]+)"\s*%%?%?\s*"([\w.-]+)"/g)].map(([, group, name]) => `${group}:${name}`)
}

/** The packages that a pubspec.yaml asks for. */
export function dartNames(repository: Repository, path: string, fields: readonly string[]): string[] {
  const data = repository.data(path).value
  return fields.flatMap((field) => entriesOf(at(data, field)).map(([name]) => name))
}

/** What only tests of Scala need is marked with its scope. */
export function neededByScala(text: string): string[] {
  return scalaNames(text.replace(/^.*%\s*(?:Test|"test"|IntegrationTest).*$/gm, ''))
}

export function isScalaBuild(path: string): boolean {
  return nameOf(path) === 'build.sbt'
}
