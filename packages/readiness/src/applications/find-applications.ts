import type { ReadinessConfiguration } from '@muster/contract/readiness/configuration'
import { findMarkers, type Marked, type Marker } from '../evidence/markers.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf, hasAny } from '../repository/json-path.ts'
import { insideElement } from '../repository/xml.ts'
import { type Application, wholeSizeOf } from './application.ts'
import { calledKind } from './called-kind.ts'
import { type Candidate, chosenFrom, emptyCandidate, findCandidates, partsIn } from './candidates.ts'
import type { Dependency } from './dependency.ts'
import { isDeployed, isOffered, isOperated } from './deployment.ts'
import { describe } from './describe.ts'
import { hasServer, pageMakers, servers } from './frameworks.ts'
import { withoutInnerParts } from './inner-parts.ts'
import { isPublished } from './is-published.ts'
import { isStarted } from './is-started.ts'
import { kindOf } from './kind.ts'
import { isTask } from './kind-by-settings.ts'
import { isComponent, languageOf } from './languages.ts'
import { isSameLanguage, isScriptAmid, isSourceOf, isTestOfLanguage, mainLanguage } from './main-language.ts'
import {
  bringsPackages,
  broughtBy,
  ecosystemOf,
  isListForDevelopers,
  isRequirements,
  isSideManifest,
  isStart,
} from './manifests.ts'
import { artifactOf, withParts } from './parts.ts'
import { below, directoryOf, isForeign, isNotAlone, isProgram, joinPath, nameOf, upwards } from './places.ts'
import { isNamedForPytest } from './pytest-files.ts'
import { packageAround } from './python-package.ts'
import { readDependencies } from './read-dependencies.ts'
import { isTestFile } from './test-files.ts'
import { makesWebsite } from './website.ts'
import { isSure, mainOf, weighMain } from './weigh-main.ts'
import { isInfrastructure, isTheme, startsAtRoot, unnamedLanguage } from './without-manifest.ts'

/** What the configuration says about applications. */
export type NamedApplications = Pick<ReadinessConfiguration, 'applications' | 'kinds'>

/** The applications of a repository: each directory with a manifest and a program of its own. */
export function findApplications(repository: Repository, named: NamedApplications = {}): Application[] {
  const isKept = ({ name }: Application) => isNamed(named, name)
  const weighed = weighMain(repository, findByQuestions(repository, named), isKept)
  return weighed.map((app) => {
    if (isKept(app)) return app
    const manifest = repository.data(joinPath(app.directory, 'package.json')).value
    if (isHelperOfDevelopers(app, weighed, manifest)) return { ...app, kind: 'tool', weighing: undefined }
    return isBesideLibraries(repository, app, weighed) ? { ...app, kind: 'library', weighing: undefined } : app
  })
}

/** Whether the configuration says of which kind an application is. */
function isNamed({ kinds, applications }: NamedApplications, name: string): boolean {
  return (kinds?.[name] ?? applications?.[name]?.kind) !== undefined
}

/** The same, with the kinds that the questions of `kind.ts` answer. */
export function findByQuestions(repository: Repository, named: NamedApplications = {}): Application[] {
  const bringing = repository.paths.filter((path) => bringsPackages(repository, path))
  const { candidates: found, testProjects } = findCandidates(repository, bringing.map(directoryOf))
  const candidates = named.applications ? chosenFrom(found, Object.keys(named.applications)) : found
  const { parts, copies } = named.applications ? noParts : partsIn(repository, candidates)
  for (const directory of [...parts, ...copies]) candidates.delete(directory)
  const isRootNamed = candidates.has('')
  if (!isRootNamed && !named.applications) candidates.set('', emptyCandidate(''))
  const starts = repository.paths.filter((path) => path.endsWith('/package.json') && isStart(repository, path))
  const brought = [
    ...bringing.flatMap((path) => broughtBy(repository, path)),
    ...starts.map((path) => `${directoryOf(path)}/`),
    ...copies.map((directory) => `${directory}/`),
  ]
  deal(repository, candidates, brought)
  const root = candidates.get('')
  const others = [...candidates.values()].filter(({ directory }) => isRootNamed || directory !== '')
  const kept = others.filter(
    (candidate) =>
      named.applications !== undefined ||
      ((isApplication(repository, candidate, others.length) || isSite(repository, candidate)) &&
        !isPages(repository, candidate) &&
        !onlyGathers(repository, candidate, others) &&
        !(others.length > 1 && isToolingOnly(candidate))),
  )
  const chosen =
    root && !kept.includes(root) && isWhole(repository, root, { kept, testProjects }) ? [...kept, root] : kept
  const commonTests = sharedTests(repository.paths, chosen, testProjects)
  const linked = withParts(
    repository,
    chosen
      .sort((a, b) => (a.directory < b.directory ? -1 : 1))
      .map((candidate) => toApplication(repository, candidate, { testProjects, commonTests, named })),
  )
  const applications = named.applications ? linked : withoutInnerParts(repository, linked)
  return applications.map((app) => {
    if (isNamed(named, app.name)) return app
    if (isPartOnly(app, applications)) return { ...app, kind: 'library' }
    return answersByParts(repository, app) ? { ...app, kind: 'service' } : app
  })
}

const noParts = { parts: [], copies: [] }

/** What has less of the source than this part helps those who work on the rest. */
const leastOfService = 100

/** The only program that answers requests: a small package of npm amid something much larger, which nobody starts or ships. */
function isHelperOfDevelopers(app: Application, all: readonly Application[], manifest: unknown): boolean {
  if (app.kind !== 'service' || !app.ecosystems.includes('npm') || app.sources.length === 0) return false
  const isOnly = all.filter(({ kind }) => kind === 'service').length === 1
  const hasStart = at(manifest, 'scripts', 'start') !== undefined
  return isOnly && wholeSizeOf(app) * leastOfService < sizeOf(all) && !hasStart && !isDeployed(app)
}

function sizeOf(applications: readonly Application[]): number {
  return applications.reduce((sum, { sources }) => sum + sources.length, 0)
}

/** Where libraries have this part of the source, the repository is made for them. */
const mostOfLibraries = 0.8

/** What has less of the source than this part is a side of the rest. */
const leastOfSide = 20

/**
 * A small part of a repository of libraries that needs a server, while it starts none, nothing keeps it running, and
 * neither its name nor its words speak of one: others build upon it.
 */
function isBesideLibraries(repository: Repository, app: Application, all: readonly Application[]): boolean {
  if (app.kind !== 'service' || app.markers().has('listens') || isStarted(repository, app, false)) return false
  if (isDeployed(app) || isOffered(repository, app) || isOperated(repository, app) || isSure(repository, app))
    return false
  const manifest = repository.data(joinPath(app.directory, 'package.json')).value
  if (hasAny(at(manifest, 'scripts'), ['start', 'start:prod', 'dev', 'serve'])) return false
  if (calledKind(repository, app) === 'service' || isNamedAfterServer(app.name)) return false
  const whole = sizeOf(all)
  const ofLibraries = sizeOf(all.filter(({ kind }) => kind === 'library'))
  return (
    app.sources.length * leastOfSide < whole &&
    ofLibraries >= mostOfLibraries * whole &&
    mainOf(all)?.kind === 'library'
  )
}

/** Whether a folder on the way to it is called after what is left running. */
function isNamedAfterServer(name: string): boolean {
  const word =
    /(^|[-_.])(servers?|services?|daemons?|apis?|backends?|gateways?|prox(y|ies)|workers?|apps?|application|web|operators?|controllers?|brokers?|bots?|nodes?)$/i
  return name.split('/').some((folder) => word.test(folder))
}

/** A module of the Java machine without a start of its own, of which an application is made. */
function isPartOnly(app: Application, all: readonly Application[]): boolean {
  if (app.kind !== 'service' || !/^(java|kotlin|scala)$/.test(app.language) || app.markers().has('javaMain'))
    return false
  return all.some(({ kind, parts }) => kind === 'service' && parts.some(({ directory }) => directory === app.directory))
}

/**
 * Whether the repository as a whole is an application: nothing in it has a manifest and a program of its own, or most
 * of its source is outside of what has one.
 */
function isWhole(
  repository: Repository,
  root: Candidate,
  { kept, testProjects }: { kept: readonly Candidate[]; testProjects: readonly string[] },
): boolean {
  if (kept.length > 0) {
    // The root of a workspace of Rust gathers crates; what is beside them is theirs.
    if (repository.has('Cargo.toml') || isOfWorkspace(repository, root)) return false
    const inside = kept.reduce((sum, { programs }) => sum + programs, 0)
    if (root.ecosystems.size > 0 || root.programs <= inside || isPages(repository, root)) return false
    const outside = root.sources.filter((path) => isProgram(path) && !isInside(path, testProjects))
    return outside.length > inside
  }
  const isSource = root.counts.size > (root.counts.has('shell') ? 1 : 0) || isScript(repository, root)
  if (isSource && !isPages(repository, root)) return true
  return isTheme(root) || (root.programs === 0 && isInfrastructure(repository))
}

/** Folders of a workspace of npm without packages of their own: the packages are built of them. */
function isOfWorkspace(repository: Repository, root: Candidate): boolean {
  const manifest = repository.data('package.json').value
  return (
    at(manifest, 'private') === true &&
    at(manifest, 'workspaces') !== undefined &&
    /^(typescript|javascript)$/.test(mainLanguage(root, []))
  )
}

const startsSpring = /@SpringBootApplication\b|\bSpringApplication(Builder)?\b/

/** A start of so few files only enters what it is made of. */
const fewestFiles = 3

/** An application of Spring, or a start of .NET, that answers requests by what its parts bring. */
function answersByParts(
  repository: Repository,
  { kind, parts, markers, ecosystems, sources, manifests }: Application,
): boolean {
  if (kind !== 'tool') return false
  if (ecosystems.includes('dotnet') && sources.length <= fewestFiles)
    return !isTask({ manifests }) && parts.some((part) => part.markers().has('listens'))
  const start = markers().get('javaMain')
  return start !== undefined && startsSpring.test(repository.text(start.path) ?? '') && parts.some(hasServer)
}

/** Scripts of a shell are a program when somebody builds, tests or starts them; others only set a machine up. */
function isScript(repository: Repository, { counts, tests, sources }: Candidate): boolean {
  if (!counts.has('shell')) return false
  return tests.length > 0 || repository.has('Makefile') || sources.some((path) => !path.includes('/'))
}

/** Gives each file to the nearest application above it. */
function deal(repository: Repository, candidates: ReadonlyMap<string, Candidate>, brought: readonly string[]): void {
  const owners = new Map<string, Candidate | undefined>()
  const ownerOf = (directory: string): Candidate | undefined => {
    if (owners.has(directory)) return owners.get(directory)
    const owner = candidates.get(directory) ?? (directory ? ownerOf(directoryOf(directory)) : undefined)
    owners.set(directory, owner)
    return owner
  }
  for (const path of repository.paths) {
    const owner = ownerOf(directoryOf(path))
    if (!owner) continue
    owner.paths.push(path)
    const isUnnamed = owner.ecosystems.size === 0 && owner.directory === ''
    const language = languageOf(path) ?? (isUnnamed ? unnamedLanguage(repository, path) : undefined)
    const isTest = isTestFile(path) || isNamedForPytest(repository, path)
    if ((!language && !isTest) || isForeign(path) || brought.some((each) => path.startsWith(each))) continue
    if (isTest) owner.tests.push(path)
    if (!language) continue
    if (!isTest) owner.sources.push(path)
    // What browsers load of a project of .NET is not what it is written in.
    const isLoaded = owner.ecosystems.has('dotnet') && below(path, owner.directory).startsWith('wwwroot/')
    const isOwn = !isTest && !isLoaded && isProgram(below(path, owner.directory))
    // Scripts surround what has a manifest; without one they may be the program itself.
    const counts = isOwn && (language !== 'shell' || owner.ecosystems.size === 0)
    if (counts && language !== 'shell') owner.programs++
    // Tests and scripts determine the language only if there is nothing else.
    const weight = counts ? 1000 : 1
    if (isComponent(path)) owner.components += weight
    owner.counts.set(language, (owner.counts.get(language) ?? 0) + weight)
  }
}

function isApplication(repository: Repository, candidate: Candidate, count: number): boolean {
  const { programs, ecosystems, counts } = candidate
  if (programs > 0 || isMadeOfModules(repository, candidate)) return true
  const hasSource = counts.size > (counts.has('shell') ? 1 : 0)
  return (count === 1 && hasSource) || (ecosystems.has('terraform') && counts.has('terraform'))
}

/** What a server of Java is to load, and what is published, may be made of other modules alone, or of packages called after tests. */
function isMadeOfModules(
  repository: Repository,
  { directory, ecosystems, manifests, sources, paths }: Candidate,
): boolean {
  const holds = (end: string) => ecosystems.size > 0 && paths.some((path) => path.endsWith(`/src/main/${end}`))
  if (holds('webapp/WEB-INF/web.xml')) return true
  const hasSource = sources.some((path) => path.startsWith(joinPath(directory, 'src/')))
  return (hasSource || holds('AndroidManifest.xml')) && manifests.some((path) => isPublished(repository, path))
}

/** Pages about a project with a package of their own, though all that is in them is for reading. */
function isSite(repository: Repository, { manifests, directory }: Candidate): boolean {
  const path = joinPath(directory, 'package.json')
  return directory !== '' && manifests.includes(path) && makesWebsite(repository.data(path).value)
}

/** The root of a workspace of npm that nobody publishes or starts, with some scripts for all packages beside them. */
function onlyGathers(repository: Repository, candidate: Candidate, others: readonly Candidate[]): boolean {
  if (candidate.directory !== '' || [...candidate.ecosystems].some((each) => each !== 'npm')) return false
  const manifest = repository.data('package.json').value
  const gathers = at(manifest, 'workspaces') ?? (repository.has('pnpm-workspace.yaml') || repository.has('lerna.json'))
  if (!gathers || hasAny(manifest, ['main', 'bin', 'exports'])) return false
  if (startsItself(manifest)) return false
  const inside = others.reduce((sum, { programs }) => sum + programs, 0) - candidate.programs
  return at(manifest, 'private') === true && candidate.programs * leastOfRoot < inside
}

/** Whether a package has a program of its own, not only scripts that start those of others. */
function startsItself(manifest: unknown): boolean {
  const own = entriesOf(at(manifest, 'dependencies')).map(([name]) => name)
  if (own.some((name) => servers.test(name) || pageMakers.test(name))) return true
  const starts = ['start', 'dev', 'serve', 'start:prod'].map((name) => `${at(manifest, 'scripts', name) ?? ''}`)
  return starts.some((each) =>
    /^(node|tsx|ts-node|nodemon|next|nuxt|nest|electron)\b(?!.*\b(packages|apps|scripts?)\/)/.test(each),
  )
}

/** What has less of the source than this part only serves the rest. */
const leastOfRoot = 10

/** A manifest of npm or Python amid source that other tools build: it brings pages, or tools of developers. */
function isToolingOnly(candidate: Candidate): boolean {
  const [ecosystem, ...more] = candidate.ecosystems
  if (more.length === 0 && ecosystem === 'ruby') return !candidate.counts.has('ruby')
  if (more.length > 0 || (ecosystem !== 'npm' && ecosystem !== 'python')) return false
  return /^(java|kotlin|csharp|go|php|ruby)$/.test(mainLanguage(candidate, [ecosystem]))
}

/** Pages to read, with some programs as examples. */
function isPages(repository: Repository, candidate: Candidate): boolean {
  const { counts, programs, ecosystems } = candidate
  if (ecosystems.size > 0 || startsAtRoot(candidate)) return false
  const pages = repository.paths.filter((path) => /\.(md|rst|adoc|ipynb)$/i.test(path) && !isForeign(path)).length
  const isMostlyShell = (counts.get('shell') ?? 0) > programs * 1000
  return !isMostlyShell && pages > Math.max(programs, 5)
}

/** Tests that belong to no application are of all: a folder or a package at the root that tests the others. */
function sharedTests(
  paths: readonly string[],
  chosen: readonly Candidate[],
  testProjects: readonly string[],
): readonly string[] {
  // A root with more tests than programs gathers the others.
  const isOwner = ({ directory, programs, tests }: Candidate) =>
    directory !== '' || chosen.length < 3 || programs > tests.length
  const owned = new Set(chosen.filter(isOwner).flatMap((candidate) => candidate.paths))
  return paths.filter(
    (path) => !owned.has(path) && isTestFile(path) && !isForeign(path) && !isInside(path, testProjects),
  )
}

interface Around {
  readonly testProjects: readonly string[]
  readonly commonTests: readonly string[]
  readonly named: NamedApplications
}

function toApplication(
  repository: Repository,
  candidate: Candidate,
  { testProjects, commonTests, named: { applications, kinds } }: Around,
): Omit<Application, 'parts'> {
  const { directory, paths, sources } = candidate
  const ecosystems = [...candidate.ecosystems].sort()
  const requirements = candidate.counts.has('python') ? requirementsBelow(repository, candidate) : []
  const found = [...candidate.manifests, ...sideManifests(repository, directory), ...requirements].sort()
  // What developers install beside a manifest is often only copied from it.
  const own = [...found.filter((path) => !isListForDevelopers(path)), ...found.filter(isListForDevelopers)]
  const shared = upwards(directory)
    .slice(1)
    .flatMap((above) => repository.namesIn(above).map((name) => joinPath(above, name)))
    .filter((path) => isSideManifest(nameOf(path)) || ecosystems.some((each) => each === ecosystemOf(path)))
  const projects = testProjects.filter((path) => isTestOf(repository, path, candidate))
  const testPaths = projects.flatMap((project) => filesBelow(repository.paths, directoryOf(project)))
  const dependencies = [...own, ...shared, ...projects]
    .filter((path) => !isCompiled(repository, path))
    .flatMap((path) => readDependencies(repository, path))
    .map((each) => (each.isForModules && !isParent(repository, each.path, directory) ? notForModules(each) : each))
  const language = mainLanguage(candidate, ecosystems)
  const programs = sources.filter((path) => isSourceOf(language, path) && !isInside(path, testProjects))
  const common = commonTests.filter((path) => isSameLanguage(language, path))
  const tests = [...candidate.tests, ...testPaths.filter((path) => languageOf(path) !== undefined), ...common]
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
      markers ??= findMarkers(repository, programs, directory, (path) => isScriptAmid(language, ecosystems, path))
      return markers
    },
  }
  const kind = applications?.[basis.name]?.kind ?? kinds?.[basis.name] ?? kindOf(repository, basis)
  // Scripts beside settings of clusters only serve them.
  const served = kind === 'infrastructure' && language === 'shell' ? 'other' : language
  return { ...basis, language: served, kind, description: describe(repository, { ...basis, kind }) }
}

/** Whether a module of Maven says that another one is above it, itself or through one between them. */
function isParent(repository: Repository, path: string, directory: string): boolean {
  const poms = upwards(directory).map((each) => repository.text(joinPath(each, 'pom.xml')) ?? '')
  const named = poms.map((text) => /<artifactId>\s*([^<\s]+)/.exec(insideElement(text, 'parent'))?.[1])
  const artifact = artifactOf(repository.text(path) ?? '')
  return artifact !== undefined && named.includes(artifact)
}

function notForModules({ isForModules: _, ...dependency }: Dependency): Dependency {
  return dependency
}

/** A list of requirements that a tool wrote from a shorter one also names what others need. */
function isCompiled(repository: Repository, path: string): boolean {
  if (!/requirements[^/]*\.txt$|(^|\/)requirements\/[^/]+\.txt$/.test(path)) return false
  if (repository.has(path.replace(/\.txt$/, '.in'))) return true
  const source = compiledFrom.exec((repository.text(path) ?? '').slice(0, headLength))?.[1]
  return source !== undefined && [source, joinPath(directoryOf(path), source)].some((each) => repository.has(each))
}

/** The command at the head of a list that was made from another one, also for one version of Python or one system. */
const compiledFrom =
  /^#\s+(?:uv )?pip[- ]compile\b[^\n]*?(?<=[\s/])((?:[\w.-]+\/)*(?:[\w.-]+\.in|pyproject\.toml|setup\.(?:py|cfg)))(?=\s|$)/m

const headLength = 1000

function sideManifests(repository: Repository, directory: string): string[] {
  return repository
    .namesIn(directory)
    .filter((name) => isSideManifest(name) || needsByGradle(repository, joinPath(directory, name)))
    .map((name) => joinPath(directory, name))
    .filter((path) => ecosystemOf(path) === undefined)
}

/** A script that only tells what a module needs. At the root, or without this block, it tells what modules may take. */
function needsByGradle(repository: Repository, path: string): boolean {
  return /\/dependencies\.gradle(\.kts)?$/.test(path) && /^dependencies \{/m.test(repository.text(path) ?? '')
}

/** Sites of Python often keep a file for each place that they run in, and packages a list amid their modules. */
function requirementsBelow(repository: Repository, { directory, paths }: Candidate): string[] {
  const folder = joinPath(directory, 'requirements')
  const amid = paths.filter(
    (path) =>
      path.endsWith('/requirements.txt') &&
      packageAround(repository, directoryOf(path)) === directory &&
      !isForeign(path) &&
      !isNotAlone(below(path, directory)),
  )
  return [
    ...amid,
    ...repository
      .namesIn(folder)
      .map((name) => joinPath(folder, name))
      .filter(isRequirements),
  ]
}

/** A test project names the project that it tests. */
function isTestOf(repository: Repository, project: string, { manifests }: Candidate): boolean {
  const text = repository.text(project) ?? ''
  const tested = nameOf(project).replace(/\.(Unit|Integration|Functional|Acceptance)?Tests?\.\w+proj$/, '')
  return manifests.some(
    (manifest) =>
      manifest.endsWith('proj') && (text.includes(nameOf(manifest)) || nameOf(manifest).startsWith(`${tested}.`)),
  )
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
