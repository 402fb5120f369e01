import { type Ecosystem, ecosystems } from '../catalog/ecosystems.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at } from '../repository/json-path.ts'
import { directoryOf, nameOf } from '../repository/places.ts'
import { wordsOf } from './glob.ts'

const all = Object.entries(ecosystems).flatMap(([ecosystem, { manifests }]) =>
  wordsOf(manifests).map((name) => [name, ecosystem as Ecosystem] as const),
)
const byName = new Map(all)
const byEnding = all.flatMap(([name, ecosystem]) => (name.startsWith('*') ? [[name.slice(1), ecosystem] as const] : []))

/** The ecosystem of a manifest; `undefined` for every other file. */
export function ecosystemOf(path: string): Ecosystem | undefined {
  const name = nameOf(path)
  const known = byName.get(name) ?? byEnding.find(([ending]) => name.endsWith(ending))?.[1]
  return known ?? (moduleCalled(path) === undefined ? undefined : 'gradle')
}

/** The name of a module of Gradle whose build file is called after it, and so after its folder. */
export function moduleCalled(path: string): string | undefined {
  if (!path.endsWith('.gradle') && !path.endsWith('.gradle.kts')) return undefined
  const name = nameOf(path).replace(/\.gradle(\.kts)?$/, '')
  const folder = nameOf(directoryOf(path))
  return folder !== '' && (name === folder || name.endsWith(`-${folder}`)) ? name : undefined
}

/** Further files beside a manifest that declare dependencies. */
export function isSideManifest(name: string): boolean {
  return isRequirements(name) || /^Directory\.(Packages|Build)\.props$|^(conanfile\.(txt|py)|vcpkg\.json)$/.test(name)
}

/** A list of what Python is to install: `requirements.txt` and the like, or a file in a folder of that name. */
export function isRequirements(path: string): boolean {
  // Constraints also name what others need.
  return /(^|\/)(((dev|tests?|docs?|lint|ci|build)[-_])?requirements[^/]*|requirements\/(?!constraints)[^/]+)\.(txt|in)$/.test(
    path,
  )
}

/** A list for those who work on the program, by its name. */
export function isListForDevelopers(path: string): boolean {
  return (
    isRequirements(path) &&
    /requirements[-_./](dev|tests?|testing|local|docs|lint|ci)(?![a-z])|requirements[-_./]dev|(dev|tests?|docs?|lint|ci|build)[-_]requirements/.test(
      path,
    )
  )
}

/** What a manifest says about itself. */
export function descriptionIn(repository: Repository, path: string): string | undefined {
  const name = nameOf(path)
  const value = /\.(json|toml)$|^pubspec\.yaml$/.test(name) ? repository.data(path).value : undefined
  const found =
    at(value, 'description') ??
    at(value, 'project', 'description') ??
    at(value, 'package', 'description') ??
    at(value, 'tool', 'poetry', 'description')
  if (typeof found === 'string') return found
  const text = repository.text(path) ?? ''
  if (name === 'pom.xml' || name.endsWith('proj')) return /<[Dd]escription>\s*([^<]+?)\s*</.exec(text)?.[1]
  if (name.endsWith('.gemspec')) return /\.summary\s*=\s*(?:%[qQ]?.|["'])(.+?)["'})\]|!]\s*$/m.exec(text)?.[1]
  if (name === 'setup.py') return /^\s*description\s*=\s*["'](.+?)["'],?\s*$/m.exec(text)?.[1]
  if (name === 'setup.cfg') return /^description\s*=\s*(.+)/m.exec(text)?.[1]
  if (name.endsWith('.cabal')) return /^synopsis:\s*(.+)/im.exec(text)?.[1]
  return undefined
}
