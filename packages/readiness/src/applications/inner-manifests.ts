import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf, hasAny } from '../repository/json-path.ts'
import { buildsNeighbours, isStarted } from './builds-neighbours.ts'
import { hasImage, isFolder } from './folders.ts'
import { isPublished } from './is-published.ts'
import { moduleCalled } from './manifests.ts'
import { below, directoryOf, joinPath, nameOf, resolvePath, upwards } from './places.ts'
import { packageAround } from './python-package.ts'

/** Whether a manifest describes what reaches nobody alone: it tries or checks its neighbours, or is a part of one. */
export function isInner(repository: Repository, path: string): boolean {
  const directory = directoryOf(path)
  // Programs that make pages are beside what the pages are about. Packages of npm are asked whether they are a website.
  if (nameOf(path) !== 'package.json' && /(^|\/)(docs?|documentation)\//.test(path)) return true
  if (/(^|\/)[\w-]+-docs?\/([\w.-]+\.gradle(\.kts)?|pom\.xml)$/.test(path)) return true
  if (buildsNeighbours(repository, path)) return true
  if (isBesideSource(repository, path) || isOfHugo(repository, directory) || isSubrepo(repository, directory))
    return true
  switch (nameOf(path)) {
    case 'package.json':
      return (
        directory !== '' &&
        (onlyTries(repository, path) ||
          saysOnlyWhere(repository, path) ||
          isInstalled(repository, path) ||
          isLoadedByPages(repository, directory) ||
          isAddonInside(repository, path) ||
          isBundled(repository, path))
      )
    case 'Cargo.toml':
      return (
        isHelper(repository, path) ||
        isBuiltIn(repository, directory) ||
        isExcluded(repository, directory) ||
        isLinked(repository, path)
      )
    case 'build.gradle':
    case 'build.gradle.kts':
      return isOfBuild(repository, directory) && !isPublished(repository, path)
    case 'composer.json':
      return /(^|\/)libs?\//.test(path) && vendorOf(repository, path) !== vendorOf(repository, 'composer.json')
    case 'setup.py':
    case 'requirements.txt':
    case 'Pipfile':
      return isAmidPackage(repository, directory)
    case 'pyproject.toml':
      return onlyInstalls(repository, path)
    case 'setup.cfg':
      // Linters and test runners keep their settings in the same file.
      return !/^\[(metadata|options)\]/m.test(repository.text(path) ?? '')
    case 'build.zig':
    case 'build.zig.zon':
      return isTakenFromFolder(repository, directory)
    case 'Makefile.PL':
      return /(^|\/)src\//.test(path)
    case 'go.mod':
      // Nobody else can import what is internal, and programs for trials with other languages are for those who work here.
      return /(^|\/)(internal|interop)\//.test(path)
    case 'Gemfile':
      return isAmidGem(repository, directory)
    default:
      if (path.endsWith('.gemspec')) return isAmidGem(repository, directory)
      // A script that a build applies may have the name of its folder, too, but no source beside it.
      return (
        moduleCalled(path) !== undefined &&
        (!isFolder(repository, `${directory}/src`) ||
          (isOfBuild(repository, directory) && !isPublished(repository, path)))
      )
  }
}

/** A project of .NET beside the folder `src` that a published one fills: a host or migrations with which it is tried. */
function isBesideSource(repository: Repository, path: string): boolean {
  if (!path.endsWith('proj') || hasImage(repository, directoryOf(path))) return false
  return upwards(directoryOf(path))
    .slice(1)
    .some((above) => {
      const source = joinPath(above, 'src')
      const isFilled = (name: string) => name.endsWith('proj') && isPublished(repository, joinPath(source, name))
      return !path.startsWith(`${source}/`) && repository.namesIn(source).some(isFilled)
    })
}

/** A copy of another repository; git-subrepo writes down where it came from. */
function isSubrepo(repository: Repository, directory: string): boolean {
  return upwards(directory).some((each) => each !== '' && repository.has(joinPath(each, '.gitrepo')))
}

/** Pages that Hugo makes; what npm or Go bring helps only them. */
function isOfHugo(repository: Repository, directory: string): boolean {
  if (directory === '') return false
  const isSettings = (name: string) => /^(hugo|config)\.(toml|ya?ml|json)$/.test(name)
  return repository.namesIn(directory).some(isSettings) && isFolder(repository, `${directory}/layouts`)
}

/** What serves or shows something needs such a package, even if only its developers install it. */
const shows = /"(react-dom|vue|svelte|solid-js|preact|@angular\/core|next|nuxt|astro|gatsby|vite|express|fastify|hono)"/

/** A private package that nobody starts or needs, and that needs nothing but its neighbours: it tries them. */
function onlyTries(repository: Repository, path: string): boolean {
  const manifest = repository.data(path).value
  if (at(manifest, 'private') !== true || isStarted(manifest) || at(manifest, 'bin') !== undefined) return false
  const needed = entriesOf(at(manifest, 'dependencies'))
  const isNeighbour = ([, version]: [string, unknown]) => /^(workspace|link|file):/.test(String(version))
  const all = [...needed, ...entriesOf(at(manifest, 'devDependencies'))]
  if (!needed.every(isNeighbour) || shows.test(repository.text(path) ?? '')) return false
  if (!all.some(isNeighbour) && !onlyRuns(manifest)) return false
  const name = String(at(manifest, 'name'))
  return !repository.paths.some(
    (each) => each !== path && nameOf(each) === 'package.json' && names(repository.data(each).value, name),
  )
}

/** Scripts that start files of the package itself, which nothing imports or builds. */
function onlyRuns(manifest: unknown): boolean {
  const scripts = entriesOf(at(manifest, 'scripts'))
  const isOffered = ['main', 'exports', 'module', 'types', 'files', 'dependencies'].some(
    (key) => at(manifest, key) !== undefined,
  )
  return (
    !isOffered && scripts.length > 0 && scripts.every(([, script]) => /^(node|tsx|ts-node|bun) /.test(String(script)))
  )
}

function names(manifest: unknown, name: string): boolean {
  return ['dependencies', 'devDependencies', 'peerDependencies'].some((key) => at(manifest, key, name) !== undefined)
}

/** A file deep in the source that only says where its folder is entered. */
function saysOnlyWhere(repository: Repository, path: string): boolean {
  const manifest = repository.data(path).value
  const above = repository.data(joinPath(directoryOf(directoryOf(path)), 'package.json')).value
  const isEntry =
    at(manifest, 'private') === true && at(above, 'version') !== undefined && at(above, 'workspaces') === undefined
  const isDeep = path.split('/').length >= 4 && !/(^|\/)(packages|libs?)\//.test(path)
  if (!isDeep && !isEntry) return false
  const keys = entriesOf(manifest)
    .map(([key]) => key)
    .filter((key) => key !== 'description')
  return keys.length > 0 && keys.every((key) => /^(name|version|private|type|main|module|types|exports)$/.test(key))
}

/** A part of an application of Ember, which has no version of its own. */
function isAddonInside(repository: Repository, path: string): boolean {
  const manifest = repository.data(path).value
  const keywords = at(manifest, 'keywords')
  return Array.isArray(keywords) && keywords.includes('ember-addon') && at(manifest, 'version') === undefined
}

/** What browsers load with the pages of a project of .NET, in the folder that is kept for it. */
function isLoadedByPages(repository: Repository, directory: string): boolean {
  const assets = upwards(directory).find((each) => nameOf(each) === 'Assets')
  return assets !== undefined && repository.namesIn(directoryOf(assets)).some((name) => name.endsWith('.csproj'))
}

/** What npm once put here wrote where it came from. */
function isInstalled(repository: Repository, path: string): boolean {
  return at(repository.data(path).value, '_resolved') !== undefined
}

/** A package of npm amid the modules of one of Python, which takes what is built here: nobody starts or imports it. */
function isBundled(repository: Repository, path: string): boolean {
  const manifest = repository.data(path).value
  const isAlone = hasAny(manifest, ['main', 'exports', 'module', 'bin', 'files'])
  const directory = directoryOf(path)
  const isStatic = /(^|\/)static(\/|$)/.test(directory) && !shows.test(repository.text(path) ?? '')
  if (isAlone || (isStarted(manifest) && !isStatic)) return false
  const around = isStatic ? upwards(directory).slice(0, -1) : [directory, directoryOf(directory)]
  return around.some((each) => repository.namesIn(each).includes('__init__.py'))
}

/** What is amid the modules of a package of Python, which a manifest above describes; with an image it is started alone. */
function isAmidPackage(repository: Repository, directory: string): boolean {
  return !hasImage(repository, directory) && packageAround(repository, directory) !== undefined
}

/** A gem amid the source of another one, which brings it. */
function isAmidGem(repository: Repository, directory: string): boolean {
  const isGem = (each: string) => repository.namesIn(each).some((name) => name.endsWith('.gemspec'))
  return upwards(directory).some((each) => nameOf(each) === 'lib' && isGem(directoryOf(each)))
}

/** A list of tools for those who work on a program of another language: it builds, needs and starts nothing. */
function onlyInstalls(repository: Repository, path: string): boolean {
  const manifest = repository.data(path).value
  const isOffered = hasAny(at(manifest, 'project'), ['dependencies', 'scripts', 'dynamic'])
  return (
    at(manifest, 'dependency-groups') !== undefined &&
    at(manifest, 'build-system') === undefined &&
    !isOffered &&
    ['Cargo.toml', 'go.mod'].some((name) => repository.has(joinPath(directoryOf(path), name)))
  )
}

/** A crate for the tests or the tasks of its neighbours, by its name or its place. */
function isHelper(repository: Repository, path: string): boolean {
  const directory = directoryOf(path)
  if (/(^|\/)[\w-]*test[-_]support\/./.test(directory)) return true
  return (
    /(^|\/)(xtasks?([-_][\w-]+)?|[\w-]*test[-_](helpers?|utils?|support|lib))$/.test(directory) &&
    !isPublished(repository, path)
  )
}

/** What a build of Gradle includes in order to build the others. */
function isOfBuild(repository: Repository, directory: string): boolean {
  return upwards(directory)
    .slice(1)
    .some((above) => {
      const settings = ['settings.gradle', 'settings.gradle.kts'].map((name) => repository.text(joinPath(above, name)))
      const included = [...settings.join('\n').matchAll(/^\s*includeBuild[ (]+["'](?:\.\/)?([\w./-]+)["']/gm)]
      const inside = `${below(directory, above)}/`
      return included.some(([, name]) => inside.startsWith(`${name}/`))
    })
}

/** A crate without words for a registry that only programs of other languages link. */
function isLinked(repository: Repository, path: string): boolean {
  const crate = repository.data(path).value
  const types = at(crate, 'lib', 'crate-type')
  return (
    path.includes('/') &&
    !repository.has('Cargo.toml') &&
    at(crate, 'package', 'description') === undefined &&
    Array.isArray(types) &&
    types.every((type) => type === 'staticlib' || type === 'cdylib')
  )
}

/** A crate that the workspace above leaves out on purpose: it tries or shows those that are in it. */
function isExcluded(repository: Repository, directory: string): boolean {
  return upwards(directory)
    .slice(1)
    .some((above) => {
      const left = at(repository.data(joinPath(above, 'Cargo.toml')).value, 'workspace', 'exclude')
      const inside = below(directory, above)
      return (
        Array.isArray(left) &&
        left.some((each) => typeof each === 'string' && inside.startsWith(`${each.replace(/\/$/, '')}/`))
      )
    })
}

/** A crate inside of another one that takes it from its folder: without a version, it is never published. */
function isBuiltIn(repository: Repository, directory: string): boolean {
  return upwards(directory)
    .slice(1)
    .some((above) => {
      const crate = repository.data(joinPath(above, 'Cargo.toml')).value
      if (at(crate, 'package') === undefined) return false
      const inside = below(directory, above)
      return entriesOf(at(crate, 'dependencies')).some(
        ([, each]) => resolvePath('', String(at(each, 'path'))) === inside && at(each, 'version') === undefined,
      )
    })
}

/** A package of Zig that one above it takes from its folder: a copy of another project, with what builds it. */
function isTakenFromFolder(repository: Repository, directory: string): boolean {
  if (!/(^|\/)(pkg|vendor|deps|third_party|libs?)\//.test(directory)) return false
  return upwards(directory)
    .slice(1)
    .some((above) => {
      const settings = repository.text(joinPath(above, 'build.zig.zon')) ?? ''
      const inside = below(directory, above)
      return ['', './'].some((start) => settings.includes(`.path = "${start}${inside}"`))
    })
}

function vendorOf(repository: Repository, path: string): string | undefined {
  return /^[^/]+/.exec(String(at(repository.data(path).value, 'name')))?.[0]
}
