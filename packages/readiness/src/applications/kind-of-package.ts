import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf, hasAny } from '../repository/json-path.ts'
import type { Kind } from './application.ts'
import { calledKind } from './called-kind.ts'
import { isDeployed, isKept, isShownImported, isShownTyped, offeringImages } from './deployment.ts'
import { frontends, hasServer, pageMakers } from './frameworks.ts'
import type { Unsorted } from './is-started.ts'
import { ownDependencies } from './kind-by-settings.ts'
import { describedBy, proseOf, titleOf } from './own-words.ts'
import { below, isForeign, joinPath, upwards } from './places.ts'

/** The kind of a package of npm: first what people start, then what code imports, then what is shown. */
export function kindOfScripts(repository: Repository, app: Unsorted, manifest: unknown, answers: boolean): Kind {
  const all = app.dependencies.filter(({ path }) => app.manifests.includes(path))
  const needsServer = hasServer(app)
  // Pages that are made once, and need no server of their own.
  const isGenerated = /\bnux[ti] generate\b/.test(`${at(manifest, 'scripts', 'build')}`)
  if (isDesktop(app) || isGenerated) return 'frontend'
  const isBuiltAsServer = all.some(({ name }) => /^(nitropack|nitro|@nestjs\/core)$/.test(name))
  if ((needsServer || isBuiltAsServer) && (isRun(manifest) || at(manifest, 'scripts', 'prod'))) return 'service'
  if (isCommand(repository, app, manifest)) return 'tool'
  if (!needsServer && (isWindow(app, manifest) || isBundledPage(repository, app, manifest))) return 'frontend'
  // What is published is a page, which a browser opens.
  if (/\.html$/.test(`${at(manifest, 'main')}`)) return 'frontend'
  // A main file alone is what npm writes by itself.
  const isTriedHere = needsServer && /\b(nodemon|node|tsx|ts-node|bun)\b/.test(`${at(manifest, 'scripts', 'dev')}`)
  if (isTriedHere && !hasAny(manifest, [...forImport, 'keywords'])) return 'service'
  // A registry only brings what nothing of it says how to import.
  if (isTriedHere && answers && !hasAny(manifest, ['main', 'module', 'exports', 'types'])) return 'service'
  // A published server may be what the image of the repository runs.
  if (isTriedHere && answers && app.markers().has('listens') && offeringImages(repository).length > 0) return 'service'
  if (isPublished(manifest) && !isWrittenByNpm(repository, app, manifest)) return 'library'
  if (isOnlyUsed(repository, app, manifest)) return 'library'
  if (needsServer) return 'service'
  if (isLibraryOfNx(repository, app) || isShared(repository, app, manifest)) return 'library'
  if (isLeftOn(repository, app, manifest)) return 'service'
  const isImported =
    at(manifest, 'exports') !== undefined ||
    (at(manifest, 'main') !== undefined && !isWrittenByNpm(repository, app, manifest))
  // What only exports components is shown by others.
  if (at(manifest, 'exports') !== undefined && !isOpened(app) && !all.some(({ name }) => pageMakers.test(name)))
    return 'library'
  // A bundler takes what a page needs from the packages for development, too.
  if ((isImported ? ownDependencies(app) : all).some(({ name }) => frontends.test(name))) return uiKind(repository, app)
  if (isImported) return 'library'
  if (answers) return 'service'
  return isDeployed(app) ? 'tool' : isOpened(app) ? 'frontend' : 'library'
}

/** Whether no script starts it, and other packages of the repository need it. */
export function isOnlyUsed(repository: Repository, app: Unsorted, manifest: unknown): boolean {
  const isStarted = entriesOf(at(manifest, 'scripts')).some(([name]) => /^(start|dev|serve|prod)\b/.test(name))
  return !isStarted && isUsed(repository, app, manifest)
}

/** A project that Nx neither serves nor starts. */
function isLibraryOfNx(repository: Repository, { directory }: Unsorted): boolean {
  const project = repository.data(joinPath(directory, 'project.json')).value
  const isLibrary = at(project, 'projectType') === 'library' && at(project, 'targets', 'serve') === undefined
  return isLibrary && upwards(directory).some((above) => repository.has(joinPath(above, 'nx.json')))
}

/** Whether a browser opens a file of it. */
export function isPageOf({ paths, directory }: Unsorted): boolean {
  return paths.some((path) =>
    /^(index\.(html|hbs)|(src|public|app)\/index\.html|src\/app\.html)$/.test(below(path, directory)),
  )
}

/** What starts pages for developers. */
const startsPages =
  /\b(next|nuxt|vite|electron-vite|astro|gatsby|remix|react-router|expo|ng|vue-cli-service|react-scripts|craco|webpack|parcel|rsbuild|rspack|quasar|umi|ember|vinxi)\b(?!.*(\bbuild\b|--watch\b))/

/** Parts of pages that other packages of the repository import and nothing starts: components, letters, texts. */
function isShared(repository: Repository, app: Unsorted, manifest: unknown): boolean {
  const isStarted = entriesOf(at(manifest, 'scripts')).some(
    ([name, script]) => /^(start|dev|serve|prod)\b/.test(name) && startsPages.test(`${script}`),
  )
  const name = at(manifest, 'name')
  return (
    !isStarted &&
    !isPageOf(app) &&
    !isDeployed(app) &&
    hasAny(manifest, ['main', 'exports']) &&
    typeof name === 'string' &&
    isNeeded(repository, app, name)
  )
}

function isNeeded(repository: Repository, app: Unsorted, name: string): boolean {
  const needing = neededBy(repository).get(name) ?? []
  return needing.some((path) => !app.manifests.includes(path))
}

/** A private package that no other one needs, with what a host or an image with a port keeps running. */
function isLeftOn(repository: Repository, app: Unsorted, manifest: unknown): boolean {
  const isHosted = app.paths.some((path) => /^(fly\.toml|Procfile|render\.yaml)$/.test(below(path, app.directory)))
  const all = app.dependencies.filter(({ path }) => app.manifests.includes(path))
  const isPage = isPageOf(app) || all.some(({ name }) => frontends.test(name))
  return (
    at(manifest, 'private') === true &&
    (isHosted || isKept(repository, app) || (isDeployed(app) && worksOff(manifest))) &&
    !isPage &&
    !isUsed(repository, app, manifest)
  )
}

/** What waits for work that others leave for it. */
function worksOff(manifest: unknown): boolean {
  return entriesOf(at(manifest, 'scripts')).some(([name]) => /^(worker|daemon|consumer|scheduler)$/.test(name))
}

/** Whether another package of the repository needs it, and no page makers or files for browsers are in it. */
function isUsed(repository: Repository, app: Unsorted, manifest: unknown): boolean {
  const name = at(manifest, 'name')
  if (typeof name !== 'string' || isOpened(app)) return false
  const own = ['dependencies', 'devDependencies'].flatMap((key) => entriesOf(at(manifest, key)))
  if (own.some(([each]) => pageMakers.test(each))) return false
  return isNeeded(repository, app, name)
}

const needs = new WeakMap<readonly string[], ReadonlyMap<string, readonly string[]>>()

/** The packages below the root that need a package, by its name. */
function neededBy(repository: Repository): ReadonlyMap<string, readonly string[]> {
  const known = needs.get(repository.paths)
  if (known) return known
  const found = new Map<string, string[]>()
  for (const path of repository.paths) {
    if (!path.endsWith('/package.json') || isForeign(path)) continue
    const manifest = repository.data(path).value
    for (const key of ['dependencies', 'devDependencies'])
      for (const [name] of entriesOf(at(manifest, key))) {
        const paths = found.get(name)
        if (paths) paths.push(path)
        else found.set(name, [path])
      }
  }
  needs.set(repository.paths, found)
  return found
}

/** The names by which people start what a package of npm brings. */
export function commandsOf(manifest: unknown): string[] {
  const bin = at(manifest, 'bin')
  if (typeof bin === 'string') return [String(at(manifest, 'name')).replace(/^.*\//, '')]
  return entriesOf(bin).map(([name]) => name)
}

/** Of components, the least for each file of the program that serves them. */
const leastComponents = 5

/** A bundler shows them to developers, and starts nothing beside. */
const showsPages =
  /^([^&]*&& )?(npx )?(vite|vue-cli-service|rspack (serve|dev)|webpack(-dev-server| serve)|rsbuild dev|react-scripts start)\b(?!.*&)/

const startsProgram = /\b(node|nodemon|tsx|ts-node(-dev)?|bun|deno)\b/

/** Pages that developers start without the small program which serves them. */
export function isMostlyPages(app: Unsorted, manifest: unknown): boolean {
  if (app.ecosystems.some((each) => each !== 'npm')) return false
  const trials = entriesOf(at(manifest, 'scripts')).filter(([name]) => /^dev\b/.test(name))
  if (!trials.some(([, script]) => showsPages.test(`${script}`))) return false
  const components = app.sources.filter((path) => /\.(vue|svelte|[jt]sx)$/.test(path))
  // Who starts a program for developers, too, and writes more for it than for the pages, works on a server.
  const isTried = trials.some(([, script]) => startsProgram.test(`${script}`))
  if (isTried && components.length * 2 < app.sources.length) return false
  const topOf = (path: string) => below(path, app.directory).split('/')[0]
  const withComponents = new Set(['src', ...components.map(topOf)])
  const isServed = (path: string) => !withComponents.has(topOf(path)) || /(^|\/)(server|backend)\//.test(path)
  const others = app.sources.filter((path) => isServed(path) && /\.[cm]?[jt]s$/.test(path))
  return components.length > leastComponents * others.length
}

/** A main file that is not there, in a package that says nothing else of how it is imported: npm writes it by itself. */
function isWrittenByNpm(repository: Repository, { directory }: Unsorted, manifest: unknown): boolean {
  const main = at(manifest, 'main')
  return (
    typeof main === 'string' &&
    /^index\.[jt]s$/.test(main) &&
    !repository.has(joinPath(directory, main)) &&
    !hasAny(manifest, forImport)
  )
}

/** Pages without a manifest, which a browser opens as they are, and themes that show the pages of others. */
export function isOpened({ paths, directory }: Unsorted): boolean {
  return paths.some((path) => /^index\.(html|hbs)$/.test(below(path, directory)))
}

/** A desktop program made of pages. */
function isDesktop({ dependencies, manifests }: Unsorted): boolean {
  const own = dependencies.filter(({ path }) => manifests.includes(path)).map(({ name }) => name)
  return own.includes('electron') && own.some((name) => /^(electron-builder|@electron-forge\/.*)$/.test(name))
}

/** Pages that a bundler makes of the file that browsers open. */
function isWindow({ dependencies, manifests, paths, directory }: Unsorted, manifest: unknown): boolean {
  const own = dependencies.filter(({ path }) => manifests.includes(path)).map(({ name }) => name)
  const isPage = paths.some((path) => /^[^/]+\.html$/.test(below(path, directory)))
  const isImported = hasAny(manifest, ['exports', 'main'])
  return isPage && !isImported && own.includes('vite') && at(manifest, 'private') === true
}

/** Pages that a bundler makes, and that call themselves so; what is beside them may be imported. */
function isBundledPage(repository: Repository, app: Unsorted, manifest: unknown): boolean {
  const bundlers = /^(webpack|esbuild|parcel|browserify|rollup|vite|gulp|grunt-webpack)$/
  const isBundled = app.dependencies.some(({ name, path }) => app.manifests.includes(path) && bundlers.test(name))
  if (!isBundled) return false
  const said = [...describedBy(repository, app), titleOf(repository, app), ...proseOf(repository, app).slice(0, 1)]
  if (said.some((text) => / is an? ([^\s.]+ ){0,4}web ?app(lication)?\b/i.test(text))) return true
  return (
    !hasAny(manifest, forImport) &&
    said.some((text) => /^[\w -]{1,40} (UI|frontend|web (ui|client|interface))$/i.test(text))
  )
}

/** One or two routes serve the pages themselves: a picture, or a call from the system behind them. */
const fewestRoutes = 3

/** Pages that also answer requests of others are a service with a user interface. */
export function uiKind(repository: Repository, { paths, directory }: Unsorted): Kind {
  const file =
    /^(src\/)?(pages\/api\/.+\.[jt]sx?|app\/(.+\/)?route\.[jt]s|server\/(api|routes)\/.+\.[jt]s|routes\/.*\+server\.[jt]s)$/
  const routes = paths.filter((path) => file.test(below(path, directory)))
  // Ember calls what it shows by such names.
  const isOfEmber = repository.namesIn(directory).includes('ember-cli-build.js')
  if (routes.length < fewestRoutes || isOfEmber) return 'frontend'
  // Some stand in for the real server while the pages are tried.
  const standIns = routes.filter((path) => /\bmock/i.test(repository.text(path) ?? ''))
  return standIns.length * 4 < routes.length ? 'service' : 'frontend'
}

/** A package with a command, unless it is imported and its page or the name of the command says so. */
export function isCommand(repository: Repository, app: Unsorted, manifest: unknown): boolean {
  const bin = at(manifest, 'bin')
  if (bin === undefined) return false
  const own = words(at(manifest, 'name'))
  const isImported = hasAny(manifest, ['exports', 'main'])
  if (isImported && isShownImported(repository, app, String(at(manifest, 'name')))) return false
  if (/\bcli\b/.test(own)) return true
  if (isImported && calledKind(repository, app) === 'library' && !isShownTyped(repository, app, commandsOf(manifest)))
    return false
  if (typeof bin === 'string' || !isImported) return true
  return entriesOf(bin).some(([name]) => own.endsWith(words(name)))
}

function words(name: unknown): string {
  return String(name).toLowerCase().replace(/\W+/g, ' ').trim()
}

/** What only a package that others import says; npm writes `main` by itself. */
export const forImport = ['module', 'exports', 'types', 'files', 'publishConfig']

/** A package that others install: it can be imported, is not private, and is not started here. */
export function isPublished(manifest: unknown): boolean {
  return at(manifest, 'private') !== true && hasAny(manifest, ['main', ...forImport]) && !isRun(manifest)
}

function isRun(manifest: unknown): boolean {
  const scripts = at(manifest, 'scripts')
  const start = at(scripts, 'start:prod') ?? at(scripts, 'start')
  // A look at components while developing starts no program.
  return (
    start !== undefined &&
    !/storybook|styleguidist|ladle|\b(dumi|docz|vuepress|vitepress|docusaurus)\b|--watch\b|\bwatch\b|\btests?\//.test(
      `${start}`,
    )
  )
}
