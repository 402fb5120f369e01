import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf, hasAny } from '../repository/json-path.ts'
import type { Ecosystem } from './application.ts'
import { hasImage } from './folders.ts'
import { isInner } from './inner-manifests.ts'
import { isNeverPublished, isPublished } from './is-published.ts'
import type { Language } from './languages.ts'
import { ecosystemOf, isNxApplication, isOnlyRoot, isTestProject, placeOf } from './manifests.ts'
import {
  below,
  directoryOf,
  isCalledAfterShow,
  isForeign,
  isNotAlone,
  isTemplate,
  isTried,
  joinPath,
  nameOf,
  upwards,
} from './places.ts'
import { makesWebsite } from './website.ts'

/** A directory with a manifest, which may be an application. */
export interface Candidate {
  readonly directory: string
  readonly ecosystems: Set<Ecosystem>
  readonly manifests: string[]
  readonly paths: string[]
  readonly sources: string[]
  readonly tests: string[]
  readonly counts: Map<Language, number>
  /** How much of the counted source is of files that hold markup and scripts in either of two languages. */
  components: number
  programs: number
}

export function findCandidates(repository: Repository, bringing: readonly string[]) {
  const candidates = new Map<string, Candidate>()
  const testProjects: string[] = []
  const umbrellas: Partial<Record<Ecosystem, string | undefined>> = {
    mix: umbrellaOf(repository),
    erlang: releasedAppsOf(repository),
  }
  const placeIn = (path: string, ecosystem: Ecosystem): string => {
    if (ecosystem === 'terraform') return topOf(repository, directoryOf(path), candidates)
    const umbrella = umbrellas[ecosystem]
    return umbrella !== undefined && path.startsWith(umbrella) ? '' : placeOf(path)
  }
  for (const path of repository.paths) {
    const isNx = path.endsWith('/project.json') && isNxApplication(repository, path)
    const ecosystem = isNx ? 'npm' : ecosystemOf(path)
    if (!ecosystem || isForeign(path) || bringing.some((each) => path.startsWith(`${each}/`))) continue
    if (isTestProject(repository, path)) testProjects.push(path)
    else if (
      (isNotAlone(path) && !isPublishedAnyway(repository, path) && !isSiteOfPages(repository, path)) ||
      (isTemplate(path) && !isPublished(repository, path)) ||
      isTried(path) ||
      (isCalledAfterShow(path) && !reachesOthers(repository, path)) ||
      isHidden(path) ||
      isBesideSwift(repository, path)
    )
      continue
    else if (!isOnlyRoot(repository, path) && !isInner(repository, path)) {
      const directory = placeIn(path, ecosystem)
      const candidate = candidates.get(directory) ?? emptyCandidate(directory)
      candidate.ecosystems.add(ecosystem)
      if (ecosystem !== 'terraform') candidate.manifests.push(path, ...(isNx ? ['package.json'] : []))
      candidates.set(directory, candidate)
    }
  }
  return { candidates, testProjects }
}

/** Where a project of Mix keeps the parts that it releases together. */
function umbrellaOf(repository: Repository): string | undefined {
  const project = repository.text('mix.exs') ?? ''
  const folder = /^\s*apps_path: "([\w/-]+)"/m.exec(project)?.[1]
  return folder !== undefined && /^\s*releases:/m.test(project) ? `${folder}/` : undefined
}

/** Where a project of Rebar keeps the parts that it releases together, or that its one command is made of. */
function releasedAppsOf(repository: Repository): string | undefined {
  const settings = repository.text('rebar.config') ?? ''
  if (!/^\{(relx|escript_main_app|escript_name),/m.test(settings)) return undefined
  // With this plugin, parts that name their licenses are published one by one.
  const isOffered = (path: string) =>
    /^apps\/[^/]+\/src\/[^/]+\.app\.src$/.test(path) && /\{licenses,/.test(repository.text(path) ?? '')
  return /^[^%\n]*\brebar3_hex\b/m.test(settings) && repository.paths.some(isOffered) ? undefined : 'apps/'
}

/** What a registry gets reaches others alone, also where it was contributed and where it helps them to test. */
function isPublishedAnyway(repository: Repository, path: string): boolean {
  const known = path.replace(/(^|\/)(contrib|dev-?server|scaffolds?|playwright|deps)\//, '$1')
  // A module of Go is got by its address.
  if (nameOf(path) === 'go.mod') return !isNotAlone(known)
  if (nameOf(path) === 'pom.xml') {
    const isTrial = /failsafe/.test(repository.text(path) ?? '')
    return isGathered(repository, path, 'support') || (!isTrial && isGathered(repository, path, 'integration'))
  }
  if (nameOf(path) === 'package.json') {
    const manifest = repository.data(path).value
    // A main file alone is what npm writes by itself.
    const isMeant = !/(^|\/)playwright\//.test(path) || hasAny(manifest, ['exports', 'files', 'bin'])
    return !isNotAlone(known) && isMeant && isForOthers(manifest)
  }
  const helpsToTest = /([-_]test|(^|\/)test[-_]harness)\/[^/]+$/
  // Modules that join the program with another one; tests of that name publish nothing.
  const alone = known.replace(helpsToTest, '/').replace(/(^|\/)integration\/(?=[^/]+\/[^/]+$)/, '$1')
  return !isNotAlone(alone) && isPublished(repository, path)
}

/** What says itself that it is published, or has an image beside it. */
function reachesOthers(repository: Repository, path: string): boolean {
  if (hasImage(repository, directoryOf(path)) || isPublished(repository, path)) return true
  const manifest = nameOf(path) === 'package.json' ? repository.data(path).value : undefined
  return at(manifest, 'private') !== true && hasAny(manifest, ['files', 'publishConfig', 'exports', 'bin'])
}

/** A package of npm that says what others import or start of it. */
function isForOthers(manifest: unknown): boolean {
  return at(manifest, 'private') !== true && hasAny(manifest, ['main', 'exports', 'bin'])
}

/** A module of Maven below a folder of this name that lists modules itself: the folder is a group of them. */
function isGathered(repository: Repository, path: string, folder: string): boolean {
  const group = upwards(directoryOf(path)).find((above) => nameOf(above) === folder)
  if (group === undefined || isNotAlone(path.replace(`${folder}/`, ''))) return false
  const gatherer = joinPath(group, 'pom.xml')
  return (
    /<module>/.test(repository.text(gatherer) ?? '') &&
    ![gatherer, path].some((each) => isNeverPublished(repository, each))
  )
}

/** The site that is made of the pages beside it. */
function isSiteOfPages(repository: Repository, path: string): boolean {
  return /(^|\/)docs?\/(web)?site\/package\.json$/.test(path) && makesWebsite(repository.data(path).value)
}

/** A package of Swift keeps projects of Xcode beside it, which show it. */
function isBesideSwift(repository: Repository, path: string): boolean {
  return (
    nameOf(path) === 'project.pbxproj' &&
    placeOf(path) !== '' &&
    /\.library\(/.test(repository.text('Package.swift') ?? '')
  )
}

/** Go leaves out directories whose names begin so. */
function isHidden(path: string): boolean {
  return nameOf(path) === 'go.mod' && /(^|\/)_/.test(path)
}

/** Directories inside of an application that are parts of it or copies of what others wrote, not applications beside it. */
export function partsIn(repository: Repository, candidates: ReadonlyMap<string, Candidate>) {
  const parts: string[] = []
  const copies: string[] = []
  for (const candidate of candidates.values()) {
    const { directory } = candidate
    const around = upwards(directory)
      .slice(1)
      .flatMap((above) => candidates.get(above) ?? [])
    const isPart = around.some((whole) => {
      const above = whole.directory
      const inside = below(directory, above)
      return (
        (above !== '' && (isEntered(repository, above, inside) || isAmidSource(candidate, whole, inside))) ||
        isForSystem(repository, whole, inside) ||
        isBesidePackage(candidate, whole) ||
        isSingleCommand(repository, directory) ||
        isExtension(repository, directory, above)
      )
    })
    if (isPart || (candidates.size > 1 && isForDevelopers(repository, directory))) parts.push(directory)
    else if (around.length > 0 && isCopyInC(repository, candidate)) copies.push(directory)
  }
  return { parts, copies }
}

/** A package or a shell for one system amid the source of a package of npm, which is built into it. */
function isAmidSource({ ecosystems }: Candidate, whole: Candidate, inside: string): boolean {
  const isBuiltIn = [...ecosystems].every((each) => each === 'npm' || each === 'swift')
  return isBuiltIn && whole.ecosystems.has('npm') && /^src(\/|$)/.test(inside)
}

/** A helper that the scripts of an application enter. */
function isEntered(repository: Repository, above: string, inside: string): boolean {
  const scripts = entriesOf(at(repository.data(joinPath(above, 'package.json')).value, 'scripts'))
  return scripts.some(([, script]) => String(script).startsWith(`cd ${inside} `))
}

/** The shells around one program for several systems, which Flutter, React Native and the like keep beside it. */
function isForSystem(repository: Repository, { manifests, ecosystems }: Candidate, inside: string): boolean {
  if (!/(^|\/)(android|ios|linux|macos|windows|rust_builder)(\/|$)/.test(inside)) return false
  const frameworks =
    /"(react-native|expo|@capacitor\/core|cordova[\w-]*|nativescript|@nativescript\/core|@tauri-apps\/api)"/
  return ecosystems.has('pub') || manifests.some((path) => frameworks.test(repository.text(path) ?? ''))
}

/** A crate that a package of Python builds into itself. */
function isExtension(repository: Repository, directory: string, above: string): boolean {
  const crate = repository.data(joinPath(directory, 'Cargo.toml')).value
  if (at(crate, 'dependencies', 'pyo3') === undefined) return false
  const builds = at(repository.data(joinPath(above, 'pyproject.toml')).value, 'build-system', 'requires')
  return /\b(maturin|setuptools[-_]rust)\b/.test(String(builds))
}

/** What is below a gem and only has a Gemfile shows how the gem is used. */
function isBesidePackage({ manifests }: Candidate, whole: Candidate): boolean {
  const isGem = whole.manifests.some((path) => path.endsWith('.gemspec'))
  return isGem && manifests.length > 0 && manifests.every((path) => nameOf(path) === 'Gemfile')
}

/** A project of C with a license of its own inside of a program: a copy of what others wrote, which is built with it. */
function isCopyInC(repository: Repository, { directory, ecosystems }: Candidate): boolean {
  // Projects of C are built with the tools of Zig, too.
  const isOfC = ecosystems.has('cmake') && [...ecosystems].every((each) => each === 'cmake' || each === 'zig')
  return isOfC && repository.namesIn(directory).some((name) => /^(LICEN[CS]E|COPYING)/i.test(name))
}

/** A module of Go deep inside of another one, with nothing but the file that is started. */
function isSingleCommand(repository: Repository, directory: string): boolean {
  const names = repository.namesIn(directory)
  return (
    directory.split('/').length > 2 &&
    names.includes('go.mod') &&
    names.includes('main.go') &&
    names.every((name) => /^(go\.(mod|sum)|main\.go)$/.test(name))
  )
}

/** What is among the tools of developers; a program there with a module, a page and an image of its own is for users. */
function isForDevelopers(repository: Repository, directory: string): boolean {
  const names = repository.namesIn(directory)
  const isForUsers =
    names.includes('go.mod') && names.includes('Dockerfile') && names.some((name) => /^readme\.\w+$/i.test(name))
  const isModule = names.includes('pom.xml') && isGathered(repository, joinPath(directory, 'pom.xml'), 'tools')
  return /^hack\/|^build(\/|$)/.test(directory) || (/^tools?\//i.test(directory) && !isForUsers && !isModule)
}

/** Exactly the directories that were named, each with the manifests that are in it. */
export function chosenFrom(found: ReadonlyMap<string, Candidate>, names: readonly string[]): Map<string, Candidate> {
  const directories = names.map((name) => (name === '.' ? '' : name.replace(/\/$/, '')))
  return new Map(directories.map((directory) => [directory, found.get(directory) ?? emptyCandidate(directory)]))
}

/** Modules of Terraform inside of each other are one application. */
function topOf(repository: Repository, directory: string, candidates: ReadonlyMap<string, Candidate>): string {
  const above = upwards(directory).filter((each) => candidates.get(each)?.ecosystems.has('terraform'))
  if (above.length > 0) return above.at(-1) ?? directory
  const [first = ''] = directory.split('/')
  if (/^(terraform|infra|infrastructure|deploy|iac|tf)$/i.test(first)) return first
  // A registry gets all modules of a repository at once, if it holds nothing else.
  const isBundle = /^(modules|wrappers)\//.test(directory) && !repository.namesIn('').some(ecosystemOf)
  return isBundle ? '' : directory
}

export function emptyCandidate(directory: string): Candidate {
  return {
    directory,
    ecosystems: new Set(),
    manifests: [],
    paths: [],
    sources: [],
    tests: [],
    counts: new Map(),
    components: 0,
    programs: 0,
  }
}
