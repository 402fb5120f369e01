import type { ReadinessConfiguration } from '@muster/contract/readiness/configuration'
import type { Application, Ecosystem } from '../../src/applications/application.ts'
import { type Language, languageOf } from '../../src/applications/languages.ts'
import {
  isSameLanguage,
  isScriptAmid,
  isSourceOf,
  isTestOfLanguage,
  mainLanguage,
} from '../../src/applications/main-language.ts'
import { ecosystemOf, isListForDevelopers, isSideManifest } from '../../src/applications/manifests.ts'
import { withParts } from '../../src/applications/parts.ts'
import { below, byDirectory, directoryOf, isProgram, joinPath, nameOf, upwards } from '../../src/applications/places.ts'
import { isNamedForPytest } from '../../src/applications/pytest-files.ts'
import { readDependencies } from '../../src/applications/read-dependencies.ts'
import { isTestFile } from '../../src/applications/test-files.ts'
import { findMarkers, type Marked, type Marker } from '../../src/evidence/markers.ts'
import type { Repository } from '../../src/repository/create-repository.ts'
import { places } from '../catalog/places.ts'
import { kindOf } from './kind.ts'
import { type Manifest, readManifest } from './manifest.ts'

/** What the configuration says about applications. */
export type NamedApplications = Pick<ReadinessConfiguration, 'applications' | 'kinds'>

/** A directory with a manifest of its own, and what belongs to it. */
interface Place {
  readonly directory: string
  readonly manifests: Manifest[]
  readonly paths: string[]
  readonly sources: string[]
  readonly tests: string[]
  readonly counts: Map<Language, number>
  components: number
  programs: number
}

const isOfOthers = byDirectory((directory) => places.ofOthers.test(directory) || places.inputs.test(directory))
const isShow = byDirectory((directory) => places.shows.test(directory))
const isAside = byDirectory((directory) => places.tests.test(directory) || places.upkeep.test(directory))

const isHidden = byDirectory((directory) => places.hidden.test(directory))

function emptyPlace(directory: string): Place {
  return { directory, manifests: [], paths: [], sources: [], tests: [], counts: new Map(), components: 0, programs: 0 }
}

/** The applications of a repository: each directory with a manifest and a program of its own. */
export function findApplications(repository: Repository, named: NamedApplications = {}): Application[] {
  const { found, testProjects } = findPlaces(repository)
  const chosen =
    named.applications === undefined
      ? withoutInner(repository, found)
      : chosenFrom(found, Object.keys(named.applications))
  const hasRoot = chosen.has('')
  if (!hasRoot && named.applications === undefined) chosen.set('', emptyPlace(''))
  deal(repository, chosen)
  const kept =
    named.applications === undefined ? withSource(repository, [...chosen.values()], hasRoot) : [...chosen.values()]
  const all = withParts(
    repository,
    kept
      .sort((a, b) => (a.directory < b.directory ? -1 : 1))
      .map((place) => toBasis(repository, place, { testProjects, kept })),
  )
  const manifestsOf = new Map(kept.map(({ directory, manifests }) => [directory, manifests]))
  const kinds = all.map((app) => ({
    ...app,
    ...kindOf(repository, app, manifestsOf.get(app.directory) ?? [], all, named),
  }))
  return named.applications === undefined ? withoutParts(kinds, manifestsOf) : kinds
}

/** Directories with manifests that describe something of their own, and the projects that test them. */
function findPlaces(repository: Repository) {
  const found = new Map<string, Place>()
  const testProjects: string[] = []
  for (const path of repository.paths) {
    const ecosystem = ecosystemOf(path)
    if (ecosystem === undefined || isOfOthers(path)) continue
    const manifest = readManifest(repository, path)
    if (manifest === undefined) continue
    const isTest = isAside(path) || (ecosystem === 'dotnet' && !manifest.isOwn)
    if (ecosystem === 'dotnet' && !manifest.isOwn) testProjects.push(path)
    // Terraform is applied by the folder, and described by the one on top.
    const directory = ecosystem === 'terraform' ? topOf(manifest.directory, found) : manifest.directory
    const isForOthers =
      manifest.isPublished === true && !isHidden(path) && !places.tests.test(`${directoryOf(directory)}/`)
    if (!manifest.isOwn || isShow(path) || (isTest && directory !== '' && !isForOthers)) continue
    const place = found.get(directory) ?? emptyPlace(directory)
    if (ecosystem !== 'terraform' || place.manifests.length === 0) place.manifests.push(manifest)
    found.set(directory, place)
  }
  return { found, testProjects }
}

/** Modules of Terraform inside of each other are one. */
function topOf(directory: string, found: ReadonlyMap<string, Place>): string {
  const above = upwards(directory).filter((each) =>
    found.get(each)?.manifests.some(({ ecosystem }) => ecosystem === 'terraform'),
  )
  const [first = ''] = directory.split('/')
  return above.at(-1) ?? (/^(terraform|infra|infrastructure|deploy|iac|tf|modules)$/i.test(first) ? first : directory)
}

/** Without what is only a part of the one around it: shells for one system, lists amid packages, copies in C. */
function withoutInner(repository: Repository, found: ReadonlyMap<string, Place>): Map<string, Place> {
  const kept = new Map<string, Place>()
  for (const [directory, place] of found) {
    const around = upwards(directory)
      .slice(1)
      .flatMap((above) => found.get(above) ?? [])
    if (!around.some((whole) => isPartOf(repository, place, whole))) kept.set(directory, place)
  }
  return kept
}

function isPartOf(repository: Repository, { directory, manifests }: Place, whole: Place): boolean {
  const inside = below(directory, whole.directory)
  const ecosystems = new Set(manifests.map(({ ecosystem }) => ecosystem))
  const isOf = (...names: Ecosystem[]) => [...ecosystems].every((each) => names.includes(each))
  const isWhole = (ecosystem: Ecosystem) => whole.manifests.some((each) => each.ecosystem === ecosystem)
  const beside = repository.namesIn(directory)
  // Flutter, React Native and the like keep a shell for each system.
  if (/(^|\/)(android|ios|linux|macos|windows|src-tauri)(\/|$)/.test(inside) && (isWhole('pub') || isWhole('npm')))
    return true
  // What others wrote has a license of its own.
  if (isOf('cmake') && beside.some((name) => /^(LICEN[CS]E|COPYING)/i.test(name))) return true
  if (isOf('cmake') && isWhole('cmake')) return true
  // A list of requirements, or a Gemfile, of what a package brings itself.
  const isList = manifests.every(({ path }) => /requirements[^/]*\.txt$|Pipfile$|(^|\/)Gemfile$/.test(path))
  if (isList && (beside.includes('__init__.py') || whole.manifests.some(({ path }) => path.endsWith('.gemspec'))))
    return true
  // A manifest of npm amid the source of a package says how a part of it is entered.
  return (
    isOf('npm') &&
    isWhole('npm') &&
    whole.directory !== '' &&
    manifests.every(({ signs, isPublished }) => isPublished !== true || signs.includes('npm: private')) &&
    /^(src|lib|app)(\/|$)/.test(inside)
  )
}

/** Exactly the directories that were named. */
function chosenFrom(found: ReadonlyMap<string, Place>, names: readonly string[]): Map<string, Place> {
  const directories = names.map((name) => (name === '.' ? '' : name.replace(/\/$/, '')))
  return new Map(directories.map((directory) => [directory, found.get(directory) ?? emptyPlace(directory)]))
}

/** Gives each file to the nearest application above it. */
function deal(repository: Repository, chosen: ReadonlyMap<string, Place>): void {
  const owners = new Map<string, Place | undefined>()
  const ownerOf = (directory: string): Place | undefined => {
    if (!owners.has(directory))
      owners.set(directory, chosen.get(directory) ?? (directory ? ownerOf(directoryOf(directory)) : undefined))
    return owners.get(directory)
  }
  for (const path of repository.paths) {
    const place = ownerOf(directoryOf(path))
    if (place === undefined) continue
    place.paths.push(path)
    const isTest = isTestFile(path) || isNamedForPytest(repository, path)
    const language = languageOf(path)
    if ((language === undefined && !isTest) || isOfOthers(path) || isShow(path)) continue
    if (isTest) place.tests.push(path)
    else if (language !== undefined) place.sources.push(path)
    // What browsers load of a project of .NET is not what it is written in.
    if (language === undefined || /(^|\/)wwwroot\//.test(path)) continue
    // Scripts surround what has a manifest; without one they may be the program itself.
    const isOwn =
      !isTest && isProgram(below(path, place.directory)) && (language !== 'shell' || place.manifests.length === 0)
    if (isOwn && language !== 'shell') place.programs++
    const weight = isOwn ? 1000 : 1
    if (/\.(vue|svelte|astro)$/.test(path)) place.components += weight
    place.counts.set(language, (place.counts.get(language) ?? 0) + weight)
  }
}

/** What has a program; the root also if it holds most of the source, or nothing else does. */
function withSource(repository: Repository, all: readonly Place[], hasRoot: boolean): Place[] {
  const root = all.find(({ directory }) => directory === '')
  const others = all.filter((place) => place !== root && hasProgram(place, repository))
  const inside = others.reduce((sum, { programs }) => sum + programs, 0)
  if (root === undefined) return others
  const [first] = root.manifests
  const gathers =
    root.manifests.some(({ signs }) => signs.includes('npm: gathers')) &&
    root.manifests.every(({ ecosystem }) => ecosystem === 'npm')
  const isSmall = inside > 0 && root.programs * leastOfRoot < inside
  if (others.length === 0) return hasProgram(root, repository) || isWritten(repository, root) ? [root] : []
  const isOwn =
    hasRoot && first !== undefined && hasProgram(root, repository) && !(gathers && isSmall) && !isOnlyTools(root)
  return isOwn || (!hasRoot && root.programs > inside) ? [...others, root] : others
}

/** What has less of the source than this part only serves the rest. */
const leastOfRoot = 10

/** A manifest of npm, Python or Ruby amid source that other tools build brings tools for developers. */
function isOnlyTools({ manifests, counts }: Place): boolean {
  const [ecosystem, ...more] = new Set(manifests.map((each) => each.ecosystem))
  if (more.length > 0 || ecosystem === undefined) return false
  const usual: Partial<Record<Ecosystem, readonly Language[]>> = {
    npm: ['javascript', 'typescript'],
    python: ['python'],
    ruby: ['ruby'],
  }
  const languages = usual[ecosystem]
  return languages !== undefined && !languages.some((each) => (counts.get(each) ?? 0) >= 1000)
}

function hasProgram({ programs, manifests, counts, sources }: Place, repository: Repository): boolean {
  if (programs > 0) return true
  if (manifests.some(({ ecosystem }) => ecosystem === 'terraform') && counts.has('terraform')) return true
  return (
    manifests.some(
      ({ isPublished, path }) => isPublished === true && (sources.length > 0 || path.endsWith('pom.xml')),
    ) && repository.paths.length > 0
  )
}

/** Without a manifest: source, settings of clusters and machines, scripts; not pages. */
function isWritten(repository: Repository, { counts, programs, sources }: Place): boolean {
  const pages = repository.paths.filter((path) => /\.(md|rst|adoc|ipynb)$/i.test(path) && !isOfOthers(path)).length
  const isScript = counts.has('shell') && (repository.has('Makefile') || sources.some((path) => !path.includes('/')))
  if (counts.size > (counts.has('shell') ? 1 : 0) || isScript)
    return programs > 0 ? pages <= Math.max(programs * 2, 5) || isScript : isScript || counts.size > 0
  return repository.paths.some((path) => isSettings.test(path))
}

const isSettings =
  /(^|\/)(Chart|kustomization|galaxy)\.ya?ml$|(^|\/)(roles|playbooks)\/|^tasks\/main\.ya?ml$|(^|\/)(docker-)?compose\.ya?ml$|\.tf$/

interface Around {
  readonly testProjects: readonly string[]
  readonly kept: readonly Place[]
}

function toBasis(repository: Repository, place: Place, { testProjects, kept }: Around): Omit<Application, 'parts'> {
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
  const language = mainLanguage({ counts, components: place.components } as never, ecosystems)
  const programs = sources.filter((path) => isSourceOf(language, path) && !isAsideOf(path, directory))
  const owned = new Set(kept.flatMap((each) => (each.directory === '' && kept.length > 2 ? [] : each.paths)))
  const common = repository.paths.filter(
    (path) => !owned.has(path) && isTestFile(path) && !isOfOthers(path) && isSameLanguage(language, path),
  )
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

/** Without libraries that reach nobody alone: what no registry gets, beside what is published or of which programs are made. */
function withoutParts(
  all: readonly Application[],
  manifestsOf: ReadonlyMap<string, readonly Manifest[]>,
): Application[] {
  const says = (app: Application, wanted: boolean) =>
    (manifestsOf.get(app.directory) ?? []).some(({ isPublished }) => isPublished === wanted)
  const most = Math.max(0, ...all.filter((app) => !says(app, false)).map(({ sources }) => sources.length))
  const published = (ecosystem: Ecosystem) =>
    all.filter((app) => app.ecosystems.includes(ecosystem) && says(app, true)).length
  const usedBy = new Set(
    all.filter(({ kind }) => kind !== 'library').flatMap(({ parts }) => parts.map(({ directory }) => directory)),
  )
  const isInner = (app: Application) => {
    if (app.directory === '' || app.kind === 'frontend' || app.kind === 'service' || app.kind === 'infrastructure')
      return false
    const isKept = says(app, false) && !app.ecosystems.includes('npm') && app.sources.length < most
    const isOfProgram =
      app.kind === 'library' &&
      !says(app, true) &&
      app.ecosystems.some((each) => each === 'dotnet' || each === 'gradle') &&
      usedBy.has(app.directory)
    const isSilent =
      app.kind === 'library' &&
      app.ecosystems.some(
        (each) => (each === 'gradle' || each === 'dotnet') && published(each) * 2 >= all.length && !says(app, true),
      )
    return isKept || isOfProgram || isSilent
  }
  const inner = new Set(all.filter(isInner).map(({ directory }) => directory))
  if (inner.size === 0 || inner.size === all.length) return [...all]
  return all
    .filter(({ directory }) => !inner.has(directory))
    .map((app) => {
      const parts = app.parts.filter(({ directory }) => inner.has(directory))
      if (parts.length === 0) return app
      const joined = [app, ...parts]
      return {
        ...app,
        paths: joined.flatMap(({ paths }) => paths),
        dependencies: joined.flatMap(({ dependencies }) => dependencies),
        tests: [...new Set(joined.flatMap(({ tests }) => tests))],
      }
    })
}
