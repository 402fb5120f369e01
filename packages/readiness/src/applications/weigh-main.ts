import type { Repository } from '../repository/create-repository.ts'
import { at, hasAny } from '../repository/json-path.ts'
import { type Application, bySize, wholeSizeOf } from './application.ts'
import { calledKind, isLanguage } from './called-kind.ts'
import { keepsData } from './frameworks.ts'
import { isCalledAfterCommands, isLibraryOfPython } from './is-started.ts'
import { isEngineOfRails, isLeftRunning, isLoadedByLaravel } from './kind-by-settings.ts'
import { calledBy, signsOf } from './kind-signs.ts'
import { type Described, pageOf } from './own-words.ts'
import { below, joinPath, nameOf } from './places.ts'
import { weighedKinds, weighKind } from './weigh-kind.ts'

/** A shorter page tells too little of what something is for. */
const shortestPage = 400

/** The application that the page of the repository is about: the root, or the program that is made of most source. */
export function mainOf(applications: readonly Application[]): Application | undefined {
  const root = applications.find(({ directory }) => directory === '')
  if (root !== undefined) return root
  // A package with commands for those who use the others is not what these are for.
  const programs = applications.filter(
    ({ kind, ecosystems, directory }) =>
      (kind === 'service' || kind === 'tool') && !(ecosystems.includes('npm') && /(^|[/-])cli$/.test(directory)),
  )
  const [program] = [...programs].sort((a, b) => wholeSizeOf(b) - wholeSizeOf(a))
  // Pages that people open belong to what answers for them.
  const [largest] = bySize(applications.filter(({ kind }) => kind !== 'frontend'))
  return program !== undefined && wholeSizeOf(program) > (largest?.sources.length ?? 0) ? program : largest
}

/** What can be seen of an application in its own folder and in the source of what it is made of, and what the questions answer. */
export function seenOf(repository: Repository, app: Application, about: Described): string[] {
  const markers = new Map([...app.parts, app].flatMap((each) => [...each.markers()]))
  return [...signsOf(repository, { ...app, markers: () => markers }, about), `asked: ${app.kind}`]
}

/** What has so much of all source is what the page of the repository is about. */
const dominates = 0.8

/** Where the page about the main application is, if it tells enough. */
export function pageAbout(
  repository: Repository,
  app: Application,
  applications: readonly Application[],
): Described | undefined {
  if (!weighedKinds.some((kind) => kind === app.kind)) return undefined
  // Pages of a program belong to it, too.
  const all = applications.reduce((sum, { sources, kind }) => sum + (kind === 'frontend' ? 0 : sources.length), 0)
  const isWhole = wholeSizeOf(app) >= dominates * all
  const whole = isWhole ? [{ manifests: app.manifests, directory: '' }] : []
  return [app, ...whole].find((each) => pageOf(repository, each).length >= shortestPage)
}

/** What a registry gives to programs, and nothing here starts: the questions found no service in it, and it says itself what it is. */
function isForPrograms(repository: Repository, app: Application): boolean {
  if (app.kind === 'service') return false
  const called = calledKind(repository, app)
  const manifest = repository.data(joinPath(app.directory, 'package.json')).value
  const isPackage =
    app.ecosystems.includes('npm') && at(manifest, 'private') !== true && hasAny(manifest, ['main', 'exports'])
  if (isPackage && called === 'library') return true
  return called !== 'service' && !keepsData(app.dependencies) && isLibraryOfPython(repository, app)
}

/** What calls itself a tool, and reaches people under its own name by the package managers of their computers. */
function isForOwnComputers(repository: Repository, app: Application): boolean {
  if (app.kind !== 'tool' || calledKind(repository, app) !== 'tool') return false
  const names = new Set(calledBy(repository, app))
  const installed = pageOf(repository, app).matchAll(/\b(?:brew|scoop|choco|winget|snap|port) install (?:-\S+ )*(\S+)/g)
  return [...installed].some(([, what = '']) => names.has(nameOf(what).toLowerCase()))
}

/** What its settings or its place say: a package for Laravel, a project of .NET for the web, a release that is left running, a command. */
export function isSure(repository: Repository, app: Application): boolean {
  // A part called after the command line is one, whatever the whole is for.
  if (app.kind === 'tool' && isCalledAfterCommands(app)) return calledKind(repository, app) !== 'service'
  if (app.kind !== 'service') return isLoadedByLaravel(repository, app) || isEngineOfRails(repository, app)
  const isMadeForWeb = app.manifests.some((path) => /Microsoft\.NET\.Sdk\.Web\b/.test(repository.text(path) ?? ''))
  return isMadeForWeb || isLeftRunning(repository, app) || isSiteOfPhp(app)
}

/** What a web server enters at its root; a command of PHP has no such file. */
function isSiteOfPhp({ language, directory, paths }: Application): boolean {
  return language === 'php' && paths.some((path) => /^(public\/|web\/)?index\.php$/.test(below(path, directory)))
}

/**
 * The questions of `kind.ts` take the first answer; of the main application all signs are weighed, and most of them
 * count. What somebody named stays as it is.
 */
export function weighMain(
  repository: Repository,
  applications: readonly Application[],
  isNamed: (app: Application) => boolean,
): Application[] {
  const main = mainOf(applications)
  const about = main && pageAbout(repository, main, applications)
  if (main === undefined || about === undefined || isNamed(main) || isSure(repository, main)) return [...applications]
  const isOfPeople = main.kind !== 'library' && isLanguage(repository, about)
  const isNoService = isForPrograms(repository, main) || isForOwnComputers(repository, main)
  const kinds = weighedKinds.filter((kind) => kind !== 'service' || !isNoService)
  const weighed = () => {
    const { kind, ...weighing } = weighKind(seenOf(repository, main, about), undefined, kinds)
    return { kind, weighing }
  }
  const found = isOfPeople ? ({ kind: 'tool' } as const) : weighed()
  return applications.map((app) => (app === main ? { ...app, ...found } : app))
}
