import type { Ecosystem } from '../catalog/ecosystems.ts'
import { type Language, languageOf } from '../catalog/languages.ts'
import { places } from '../catalog/places.ts'
import { readManifest } from '../facts/manifest.ts'
import { ecosystemOf } from '../facts/manifests.ts'
import { isOfOthers, isProgram, isShow } from '../facts/places.ts'
import { isNamedForPytest } from '../facts/pytest-files.ts'
import { isTestFile } from '../facts/test-files.ts'
import type { Repository } from '../repository/create-repository.ts'
import { below, byDirectory, directoryOf, upwards } from '../repository/places.ts'
import type { Application, NamedApplications } from './application.ts'
import { type Place, testsBeside, toBasis } from './basis.ts'
import { withoutInnerParts } from './inner.ts'
import { kindOf } from './kind.ts'
import { withParts } from './parts.ts'

const isBeside = byDirectory((directory) =>
  [places.tests, places.upkeep, places.starts].some((each) => each.test(directory)),
)

const isHidden = byDirectory((directory) => places.hidden.test(directory))

function emptyPlace(directory: string): Place {
  return { directory, manifests: [], paths: [], sources: [], tests: [], counts: new Map(), components: 0, programs: 0 }
}

/** The applications of a repository: each directory with a manifest and a program of its own. */
export function findApplications(repository: Repository, named: NamedApplications = {}): Application[] {
  const { all, manifestsOf } = everyApplication(repository, named)
  return named.applications === undefined ? withoutInnerParts(all, manifestsOf) : all
}

/** The same, with those that only others here are made of. */
export function everyApplication(repository: Repository, named: NamedApplications = {}) {
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
  const sharedTests = testsBeside(repository, kept)
  const linked = withParts(
    repository,
    kept
      .sort((a, b) => (a.directory < b.directory ? -1 : 1))
      .map((place) => toBasis(repository, place, { testProjects, sharedTests })),
  )
  const manifestsOf = new Map(kept.map(({ directory, manifests }) => [directory, manifests]))
  const all = linked.map((app) => ({
    ...app,
    ...kindOf(repository, app, manifestsOf.get(app.directory) ?? [], linked, named),
  }))
  return { all, manifestsOf }
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
    const isTest = isBeside(path) || (ecosystem === 'dotnet' && !manifest.isOwn)
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
    manifests.every(
      ({ signs, isPublished }) => isPublished !== true || signs.includes('its package.json is private'),
    ) &&
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
  const others = all.filter((place) => place !== root && hasProgram(place))
  const inside = others.reduce((sum, { programs }) => sum + programs, 0)
  if (root === undefined) return others
  const [first] = root.manifests
  const gathers =
    root.manifests.some(({ signs }) => signs.includes('its package.json gathers others')) &&
    root.manifests.every(({ ecosystem }) => ecosystem === 'npm')
  const isSmall = inside > 0 && root.programs * leastOfRoot < inside
  if (others.length === 0) return hasProgram(root) || isWritten(repository, root) ? [root] : []
  const isOwn = hasRoot && first !== undefined && hasProgram(root) && !(gathers && isSmall) && !isOnlyTools(root)
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

function hasProgram({ programs, manifests, counts, sources }: Place): boolean {
  if (programs > 0) return true
  if (manifests.some(({ ecosystem }) => ecosystem === 'terraform') && counts.has('terraform')) return true
  return manifests.some(
    ({ isPublished, path }) => isPublished === true && (sources.length > 0 || path.endsWith('pom.xml')),
  )
}

/** Without a manifest: source, settings of clusters and machines, scripts; not pages. */
function isWritten(repository: Repository, { counts, programs, sources }: Place): boolean {
  const pages = repository.paths.filter((path) => /\.(md|rst|adoc|ipynb)$/i.test(path) && !isOfOthers(path)).length
  const isScript = counts.has('shell') && (repository.has('Makefile') || sources.some((path) => !path.includes('/')))
  if (counts.size > (counts.has('shell') ? 1 : 0) || isScript)
    return programs > 0 ? pages <= Math.max(programs * 2, 5) || isScript : isScript || counts.size > 0
  return repository.paths.some((path) => isSettings.test(path) || (furtherSource.test(path) && !isOfOthers(path)))
}

/** What is written in a language without rows of its own. */
const furtherSource =
  /\.(vim|el|fish|nix|nim|cr|d|rkt|scm|lisp|f90|pas|tcl|sv|vhdl?|asm|ps1|psm1|gd|hx|sol|v|jl|ml|res|elm|purs|idr|agda|coq|m|mm)$/

const isSettings =
  /(^|\/)(Chart|kustomization|galaxy)\.ya?ml$|(^|\/)(roles|playbooks)\/|^tasks\/main\.ya?ml$|(^|\/)(docker-)?compose\.ya?ml$|\.tf$/
