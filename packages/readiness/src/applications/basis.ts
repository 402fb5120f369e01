import { type Language, languageOf } from '../catalog/languages.ts'
import type { Marker } from '../catalog/marker-patterns.ts'
import { places } from '../catalog/places.ts'
import type { Manifest } from '../facts/manifest.ts'
import { ecosystemOf, isListForDevelopers, isSideManifest } from '../facts/manifests.ts'
import { findMarkers, type Marked } from '../facts/markers.ts'
import { isOfOthers } from '../facts/places.ts'
import { readDependencies } from '../facts/read-dependencies.ts'
import { isTestFile } from '../facts/test-files.ts'
import type { Repository } from '../repository/create-repository.ts'
import { below, directoryOf, joinPath, nameOf, upwards } from '../repository/places.ts'
import type { Application } from './application.ts'
import { isSameLanguage, isScriptAmid, isSourceOf, isTestOfLanguage, mainLanguage } from './main-language.ts'

/** A directory with a manifest of its own, and what belongs to it. */
export interface Place {
  readonly directory: string
  readonly manifests: Manifest[]
  readonly paths: string[]
  readonly sources: string[]
  readonly tests: string[]
  readonly counts: Map<Language, number>
  components: number
  programs: number
}

interface Around {
  readonly testProjects: readonly string[]
  /** Tests in no application. */
  readonly sharedTests: readonly string[]
}

/** Tests that stand beside all applications. */
export function testsBeside(repository: Repository, kept: readonly Place[]): string[] {
  const owned = new Set(kept.flatMap((each) => (each.directory === '' && kept.length > 2 ? [] : each.paths)))
  return repository.paths.filter((path) => !owned.has(path) && isTestFile(path) && !isOfOthers(path))
}

/** An application without its kind and its parts. */
export function toBasis(
  repository: Repository,
  place: Place,
  { testProjects, sharedTests }: Around,
): Omit<Application, 'parts'> {
  const { directory, manifests, paths, sources, counts } = place
  const ecosystems = [...new Set(manifests.map(({ ecosystem }) => ecosystem))].sort()
  const sides = repository
    .namesIn(directory)
    .filter((name) => isSideManifest(name))
    .map((name) => joinPath(directory, name))
  const lists = repository
    .namesIn(joinPath(directory, 'requirements'))
    .filter((name) => /\.(txt|in)$/.test(name))
    .map((name) => joinPath(directory, `requirements/${name}`))
  const all = [...new Set([...manifests.map(({ path }) => path), ...sides, ...(counts.has('python') ? lists : [])])]
    .filter((path) => !path.endsWith('.tf'))
    .sort()
  const own = [...all.filter((path) => !isListForDevelopers(path)), ...all.filter(isListForDevelopers)]
  const above = upwards(directory)
    .slice(1)
    .flatMap((folder) => repository.namesIn(folder).map((name) => joinPath(folder, name)))
  const shared = above.filter(
    (path) => isSideManifest(nameOf(path)) || ecosystems.some((each) => each === ecosystemOf(path)),
  )
  const projects = testProjects.filter((path) => isTestOf(repository, path, manifests))
  const builds = ecosystems.includes('gradle')
    ? repository.paths.filter((path) =>
        /(^|\/)(buildSrc|build-logic|build-plugins?)\/.+\.gradle(\.kts)?$|^gradle\/[\w.-]+\.gradle(\.kts)?$/.test(path),
      )
    : []
  const projectPaths = projects.flatMap((project) =>
    repository.paths.filter((path) => path.startsWith(`${directoryOf(project)}/`)),
  )
  const language = mainLanguage(place, ecosystems)
  const programs = sources.filter((path) => isSourceOf(language, path) && !isAsideOf(path, directory))
  const common = sharedTests.filter((path) => isSameLanguage(language, path))
  const tests = [...place.tests, ...projectPaths.filter((path) => languageOf(path) !== undefined), ...common]
  let markers: ReadonlyMap<Marker, Marked> | undefined
  return {
    directory,
    name: directory || '.',
    description: '',
    kind: 'library',
    language,
    ecosystems,
    manifests: own,
    paths: [...paths, ...projectPaths],
    sources: programs,
    tests: [...new Set(tests)].filter((path) => isTestOfLanguage(language, path)),
    dependencies: [...new Set([...own, ...shared, ...projects, ...builds])].flatMap((path) =>
      readDependencies(repository, path),
    ),
    faults: own
      .filter((path) => /\.(json|toml|ya?ml)$|Pipfile$/.test(path))
      .flatMap((path) => repository.data(path).fault ?? []),
    markers: () => {
      markers ??= findMarkers(repository, programs, directory, (path) => isScriptAmid(language, ecosystems, path))
      return markers
    },
  }
}

function isAsideOf(path: string, directory: string): boolean {
  return places.tests.test(`/${directoryOf(below(path, directory))}/`) && !/src\/main\//.test(path)
}

/** A test project names the project that it tests, or is called after it. */
function isTestOf(repository: Repository, project: string, manifests: readonly Manifest[]): boolean {
  const text = repository.text(project) ?? ''
  const tested = nameOf(project).replace(/\.(Unit|Integration|Functional|Acceptance)?Tests?\.\w+proj$/, '')
  return manifests.some(
    ({ path, ecosystem }) =>
      ecosystem === 'dotnet' && (text.includes(nameOf(path)) || nameOf(path).startsWith(`${tested}.`)),
  )
}
