import type { ReadinessConfiguration } from '@muster/contract/readiness/configuration'
import { findMarkers, type Marked, type Marker } from '../evidence/markers.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf } from '../repository/json-path.ts'
import type { Application, Ecosystem } from './application.ts'
import { describe } from './describe.ts'
import { kindOf } from './kind.ts'
import { type Language, languageOf } from './languages.ts'
import { isSourceOf, isTestOfLanguage, mainLanguage } from './main-language.ts'
import {
  bringsPackages,
  broughtBy,
  ecosystemOf,
  isOnlyRoot,
  isRequirements,
  isSideManifest,
  isTestProject,
} from './manifests.ts'
import { withParts } from './parts.ts'
import { directoryOf, isForeign, isNotAlone, isProgram, isTemplate, joinPath, nameOf, upwards } from './places.ts'
import { readDependencies } from './read-dependencies.ts'
import { isTestFile } from './test-files.ts'

/** What the configuration says about applications. */
export type NamedApplications = Pick<ReadinessConfiguration, 'applications' | 'kinds'>

interface Candidate {
  readonly directory: string
  readonly ecosystems: Set<Ecosystem>
  readonly manifests: string[]
  readonly paths: string[]
  readonly sources: string[]
  readonly tests: string[]
  readonly counts: Map<Language, number>
  programs: number
}

/** The applications of a repository: each directory with a manifest and a program of its own. */
export function findApplications(repository: Repository, named: NamedApplications = {}): Application[] {
  const bringing = repository.paths.filter((path) => bringsPackages(repository, path))
  const { candidates: found, testProjects } = findCandidates(repository, bringing.map(directoryOf))
  const candidates = named.applications ? chosenFrom(found, Object.keys(named.applications)) : found
  if (!named.applications) for (const directory of helpersIn(repository, candidates)) candidates.delete(directory)
  if (candidates.size === 0) candidates.set('', emptyCandidate(''))
  const brought = bringing.flatMap((path) => broughtBy(repository, path))
  deal(repository.paths, candidates, brought)
  const kept = [...candidates.values()].filter(
    (candidate, _, all) => named.applications !== undefined || isApplication(candidate, all.length),
  )
  // If nothing has a program of its own, the repository is one application, if it has any source.
  const root = candidates.get('') ?? candidates.values().next().value
  const chosen = kept.length > 0 ? kept : root && isWhole(repository, root) ? [root] : []
  return withParts(
    repository,
    chosen
      .sort((a, b) => (a.directory < b.directory ? -1 : 1))
      .map((candidate) => toApplication(repository, candidate, testProjects, named)),
  )
}

/** Scripts of a shell are a program when somebody builds or tests them; others only set a machine up. */
function isWhole(repository: Repository, { counts, tests }: Candidate): boolean {
  const isShell = counts.size === 1 && counts.has('shell')
  return isShell ? tests.length > 0 || repository.has('Makefile') : counts.size > 0
}

function findCandidates(repository: Repository, bringing: readonly string[]) {
  const candidates = new Map<string, Candidate>()
  const testProjects: string[] = []
  for (const path of repository.paths) {
    const ecosystem = ecosystemOf(path)
    if (!ecosystem || isForeign(path) || bringing.some((each) => path.startsWith(`${each}/`))) continue
    if (isTestProject(repository, path)) testProjects.push(path)
    else if (isNotAlone(path) || isTemplate(path)) continue
    else if (!isOnlyRoot(repository, path)) {
      const directory = ecosystem === 'terraform' ? topOf(directoryOf(path), candidates) : directoryOf(path)
      const candidate = candidates.get(directory) ?? emptyCandidate(directory)
      candidate.ecosystems.add(ecosystem)
      if (ecosystem !== 'terraform') candidate.manifests.push(path)
      candidates.set(directory, candidate)
    }
  }
  return { candidates, testProjects }
}

/** Directories inside of an application that its own scripts enter: parts of it, not applications beside it. */
function helpersIn(repository: Repository, candidates: ReadonlyMap<string, Candidate>): string[] {
  return [...candidates.keys()].filter((directory) =>
    upwards(directory)
      .slice(1)
      .some((above) => {
        if (above === '' || !candidates.has(above)) return false
        const scripts = entriesOf(at(repository.data(joinPath(above, 'package.json')).value, 'scripts'))
        const inside = directory.slice(above.length + 1)
        return scripts.some(([, script]) => String(script).startsWith(`cd ${inside} `))
      }),
  )
}

/** Exactly the directories that were named, each with the manifests that are in it. */
function chosenFrom(found: ReadonlyMap<string, Candidate>, names: readonly string[]): Map<string, Candidate> {
  const directories = names.map((name) => (name === '.' ? '' : name.replace(/\/$/, '')))
  return new Map(directories.map((directory) => [directory, found.get(directory) ?? emptyCandidate(directory)]))
}

/** Modules of Terraform inside of each other are one application. */
function topOf(directory: string, candidates: ReadonlyMap<string, Candidate>): string {
  const above = upwards(directory).filter((each) => candidates.get(each)?.ecosystems.has('terraform'))
  if (above.length > 0) return above.at(-1) ?? directory
  const [first = ''] = directory.split('/')
  return /^(terraform|infra|infrastructure|deploy|iac|tf)$/i.test(first) ? first : directory
}

function emptyCandidate(directory: string): Candidate {
  return {
    directory,
    ecosystems: new Set(),
    manifests: [],
    paths: [],
    sources: [],
    tests: [],
    counts: new Map(),
    programs: 0,
  }
}

/** Gives each file to the nearest application above it. */
function deal(paths: readonly string[], candidates: ReadonlyMap<string, Candidate>, brought: readonly string[]): void {
  const owners = new Map<string, Candidate | undefined>()
  const ownerOf = (directory: string): Candidate | undefined => {
    if (owners.has(directory)) return owners.get(directory)
    const owner = candidates.get(directory) ?? (directory ? ownerOf(directoryOf(directory)) : undefined)
    owners.set(directory, owner)
    return owner
  }
  for (const path of paths) {
    const owner = ownerOf(directoryOf(path))
    if (!owner) continue
    owner.paths.push(path)
    const language = languageOf(path)
    const isTest = isTestFile(path)
    if ((!language && !isTest) || isForeign(path) || brought.some((each) => path.startsWith(each))) continue
    if (isTest) owner.tests.push(path)
    if (!language) continue
    if (!isTest) owner.sources.push(path)
    const isOwn = !isTest && isProgram(owner.directory ? path.slice(owner.directory.length + 1) : path)
    const counts = isOwn && language !== 'shell'
    if (counts) owner.programs++
    // Tests and scripts, also those of a shell, determine the language only if there is nothing else.
    owner.counts.set(language, (owner.counts.get(language) ?? 0) + (counts ? 1000 : 1))
  }
}

function isApplication({ programs, ecosystems, counts }: Candidate, count: number): boolean {
  const hasSource = counts.size > (counts.has('shell') ? 1 : 0)
  return programs > 0 || (count === 1 && hasSource) || (ecosystems.has('terraform') && counts.has('terraform'))
}

function toApplication(
  repository: Repository,
  candidate: Candidate,
  testProjects: readonly string[],
  { applications, kinds }: NamedApplications,
): Omit<Application, 'parts'> {
  const { directory, paths, sources } = candidate
  const ecosystems = [...candidate.ecosystems].sort()
  const requirements = candidate.counts.has('python') ? requirementsBelow(repository, directory) : []
  const own = [...candidate.manifests, ...sideManifests(repository, directory), ...requirements].sort()
  const shared = upwards(directory)
    .slice(1)
    .flatMap((above) => repository.namesIn(above).map((name) => joinPath(above, name)))
    .filter((path) => isSideManifest(nameOf(path)) || ecosystems.some((each) => each === ecosystemOf(path)))
  const projects = testProjects.filter((path) => isTestOf(repository, path, candidate))
  const testPaths = projects.flatMap((project) => filesBelow(repository.paths, directoryOf(project)))
  const dependencies = [...own, ...shared, ...projects].flatMap((path) => readDependencies(repository, path))
  const language = mainLanguage(candidate.counts, ecosystems)
  const programs = sources.filter((path) => isSourceOf(language, path) && !isInside(path, testProjects))
  const tests = [...candidate.tests, ...testPaths.filter((path) => languageOf(path) !== undefined)]
  let markers: ReadonlyMap<Marker, Marked> | undefined
  const basis = {
    directory,
    name: directory || '.',
    language,
    ecosystems,
    manifests: own,
    paths: [...paths, ...testPaths],
    sources: programs,
    tests: [...new Set(tests)].filter((path) => isTestOfLanguage(language, path)),
    dependencies,
    faults: faultsOf(repository, own),
    markers: () => {
      markers ??= findMarkers(repository, programs, directory)
      return markers
    },
  }
  const kind = applications?.[basis.name]?.kind ?? kinds?.[basis.name] ?? kindOf(repository, basis)
  return { ...basis, kind, description: describe(repository, { ...basis, kind }) }
}

function sideManifests(repository: Repository, directory: string): string[] {
  return repository
    .namesIn(directory)
    .filter(isSideManifest)
    .map((name) => joinPath(directory, name))
    .filter((path) => ecosystemOf(path) === undefined)
}

/** Sites of Python often keep a file for each place that they run in. */
function requirementsBelow(repository: Repository, directory: string): string[] {
  const folder = joinPath(directory, 'requirements')
  return repository
    .namesIn(folder)
    .map((name) => joinPath(folder, name))
    .filter(isRequirements)
}

/** A test project names the project that it tests. */
function isTestOf(repository: Repository, project: string, { manifests }: Candidate): boolean {
  const text = repository.text(project) ?? ''
  return manifests.some((manifest) => manifest.endsWith('proj') && text.includes(nameOf(manifest)))
}

function filesBelow(paths: readonly string[], directory: string): string[] {
  return paths.filter((path) => path.startsWith(`${directory}/`) && !/\/(bin|obj)\//.test(path))
}

function isInside(path: string, projects: readonly string[]): boolean {
  return projects.some((project) => path.startsWith(`${directoryOf(project)}/`))
}

function faultsOf(repository: Repository, paths: readonly string[]): readonly string[] {
  return paths
    .filter((path) => /\.(json|toml|ya?ml)$|Pipfile$/.test(path))
    .flatMap((path) => repository.data(path).fault ?? [])
}
