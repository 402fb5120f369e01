import { findMarkers } from '../evidence/markers.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf } from '../repository/json-path.ts'
import { isAdditionToFramework } from './addition-to-framework.ts'
import type { Kind } from './application.ts'
import { calledKind, isTitledServer, saysTool } from './called-kind.ts'
import type { Dependency } from './dependency.ts'
import {
  isDeployed,
  isForPeople,
  isInstalled,
  isKept,
  isOffered,
  isOperated,
  isPackedAndOffered,
  isRunAsServer,
  isShownImported,
  isStartedByImage,
  isStartedByUnit,
  isTyped,
  offeringImages,
} from './deployment.ts'
import { ownCommandOf } from './go-module.ts'
import { hasCommands, isGemProgram, isLibraryOfPython, isPackageOfHex, isStarted, type Unsorted } from './is-started.ts'
import { isOtherLanguage, kindBySettings, ownDependencies } from './kind-by-settings.ts'
import { below, isAside, isForeign, isForTests, joinPath } from './places.ts'
import { isShownAsLibrary } from './shown-as-library.ts'
import { isWebsite, makesWebsite } from './website.ts'

/** Libraries that answer requests, by the name that a manifest uses. */
const servers =
  /^(express|fastify|koa|@hapi\/hapi|hono|@nestjs\/core|restify|polka|h3|nitropack|elysia|@feathersjs\/feathers|@apollo\/server|apollo-server.*|graphql-yoga|moleculer|sails|flask|fastapi|django|starlette|tornado|aiohttp|sanic|litestar|falcon|bottle|pyramid|cherrypy|quart|uvicorn|gunicorn|grpcio|celery|github\.com\/(gin-gonic\/gin|labstack\/echo.*|gofiber\/fiber.*|go-chi\/chi.*|gorilla\/mux|valyala\/fasthttp)|google\.golang\.org\/grpc|actix-web|axum|rocket|warp|tonic|hyper|poem|tide|spring-boot-starter-(web|webmvc|webflux)|org\.springframework\.boot:spring-boot-starter-web(mvc|flux)?|(org\.springframework\.cloud:)?spring-cloud-(config-server|(starter-)?gateway.*|starter-netflix-eureka-server)|(de\.codecentric:)?spring-boot-admin-starter-server|quarkus-(rest|resteasy).*|io\.quarkus:quarkus-(rest|resteasy).*|io\.micronaut:micronaut-http-server.*|micronaut-http-server.*|io\.ktor:ktor-server.*|ktor-server.*|jakarta\.servlet:.*|org\.eclipse\.jetty[\w.]*:jetty-[\w-]*(server|servlet)[\w-]*|jetty-server|org\.glassfish\.jersey\.containers:.*|io\.undertow:undertow-(core|servlet)|undertow-core|io\.javalin:javalin|javalin|com\.sparkjava:spark-core|io\.vertx:vertx-web|vertx-web|io\.helidon\.webserver:.*|org\.http4k:http4k-server.*|dropwizard-core|com\.linecorp\.armeria:.*|armeria.*|rails|sinatra|hanami|grape|roda|puma|laravel\/framework|symfony\/framework-bundle|slim\/slim|cakephp\/cakephp|laminas\/.*|vapor|hummingbird|drogon|crow|pistache|oatpp|cpp-httplib|phoenix|plug_cowboy|bandit|com\.typesafe\.akka:akka-http.*|org\.apache\.pekko:pekko-http.*|org\.http4s:http4s-.*server.*|com\.typesafe\.play:.*|org\.playframework:.*|org\.scalatra:.*|dev\.zio:zio-http.*|com\.twitter:finatra.*|ring\/.*|http-kit(\/http-kit)?|io\.pedestal\/.*|compojure.*|metosin\/reitit.*|shelf|dart_frog|serverpod|servant-server|warp|yesod.*|scotty|snap-server|mojolicious|dancer2?|catalyst.*|plack|lapis)$/

/** They speak for both ends of a connection, so that only the source tells whether a program answers. */
const bothEnds = /^(aiohttp|tornado|grpcio|hyper|tonic|h3)$/

const frontends =
  /^(react-dom|vue|svelte|solid-js|preact|@angular\/core|react-native|expo|electron|next|nuxt|@remix-run\/react|@sveltejs\/kit|astro|gatsby|qwik|lit|ember-source|vitepress|docusaurus|@docusaurus\/core|@capacitor\/core|@tauri-apps\/api)$/

/** They make whole pages, not only parts of them. */
const pageMakers =
  /^(react-native|expo|electron|next|nuxt|@remix-run\/react|@sveltejs\/kit|astro|gatsby|qwik|ember-source|vitepress|docusaurus|@docusaurus\/core|@capacitor\/core|@tauri-apps\/api)$/

/** A framework for servers has a package of npm with its name, which only talks to it. */
function isServer({ name, path }: Dependency): boolean {
  return servers.test(name) && !(name === 'phoenix' && path.endsWith('package.json'))
}

/** Whether it needs a library that answers requests. */
export function hasServer(app: Unsorted): boolean {
  return ownDependencies(app).some(isServer)
}

/** The kind of an application, from how it is started, deployed and published; `docs/readiness.md` tells the order. */
export function kindOf(repository: Repository, app: Unsorted): Kind {
  const called = calledKind(repository, app)
  const found = kindByStart(repository, app, called)
  if (found !== 'service' && found !== 'tool') return found
  if (isAdditionToFramework(repository, app)) return 'library'
  // A part called after the command line is one, whatever the whole is for.
  if (found === 'tool' && /(^|[/_-])cli$/.test(app.directory)) return 'tool'
  // What talks to a server is no server, though the source of both ends is alike.
  if (found === 'service' && /(^|[/_-])clients?([-_]\w+)?$/.test(app.directory)) return 'library'
  // Words such as “framework” tell of a private package what it is made with.
  const isPrivate = at(repository.data(joinPath(app.directory, 'package.json')).value, 'private') === true
  if (called === 'library' && ((found === 'service' && !isPrivate) || isOtherLanguage(app))) return 'library'
  if (called === undefined && isShownAsLibrary(repository, app)) return 'library'
  // A part called so waits for messages of others.
  if (/(^|[/_-])bot$/.test(app.directory)) return 'service'
  if (/^tools?\//.test(app.directory)) return 'tool'
  return called === 'service' ? 'service' : found
}

/** The same, before its own words are asked; `called` is the kind that they name. */
function kindByStart(repository: Repository, app: Unsorted, called: Kind | undefined): Kind {
  const named = kindBySettings(repository, app)
  if (named !== undefined) return named
  const manifest = repository.data(joinPath(app.directory, 'package.json')).value
  // A package that others import keeps its pages beside itself.
  const isAbout = isWebsite(app) && (!isOtherLanguage(app) || (app.directory !== '' && makesWebsite(manifest)))
  if (isAbout && !has(manifest, ['main', 'exports', 'bin'])) return 'frontend'
  if (isWorker(repository, app)) return 'service'
  const own = ownDependencies(app)
  // Libraries of Go serve both ends of a connection, too.
  const isByCommand = app.markers().has('servesByCommand') && !app.markers().has('listens')
  // What changes the tables of a database from release to release keeps data of many people.
  const keepsData = own.some(({ name }) => name === 'alembic')
  const depends =
    app.language !== 'go' &&
    !isByCommand &&
    own.some((each) => isServer(each) && (!bothEnds.test(each.name) || keepsData))
  if (called === undefined && isPackageOfHex(repository, app) && !isDeployed(app) && !isStarted(repository, app, false))
    return 'library'
  const isMadeForPrograms = called !== 'service' && isLibraryOfPython(repository, app)
  const isTool = called === 'tool' && isOtherLanguage(app) && isReallyTool(repository, app, depends)
  const answers =
    !isMadeForPrograms &&
    !isTool &&
    (depends || listens(repository, app) || isWebRoot(app) || isProjectOfPhp(repository, app) || isPythonSite(app))
  if (!answers && isPackage(repository, app)) return 'library'
  if (answers && !depends && isCommand(repository, app, manifest) && !isOtherLanguage(app) && isTyped(repository, app))
    return 'tool'
  const isUi = own.some(({ name }) => frontends.test(name))
  if (isUi && isMostlyPages(app, manifest)) return 'frontend'
  if (isDeployed(app) && answers) return 'service'
  const isForImport = at(manifest, 'private') !== true && has(manifest, [...forImport, 'keywords'])
  if (manifest !== undefined && !isForImport && !isUi && isPackedAndOffered(repository, app)) return 'service'
  if (isStartedByImage(repository, commandsOf(manifest)) && !isTyped(repository, app)) return 'service'
  if (isDeployed(app) && isUi && !isMadeForPrograms && !isPublished(manifest)) return uiKind(repository, app)
  if (app.ecosystems.includes('npm') && manifest !== undefined && !isOtherLanguage(app))
    return kindOfScripts(repository, app, manifest, answers)
  if (isOpened(app) && !isOtherLanguage(app)) return 'frontend'
  // Pages for another program of PHP, which starts what is beside them.
  if (app.language === 'php' && isUi && !answers) return 'frontend'
  const answersByDependency = app.dependencies.some(isServer)
  if (!isStarted(repository, app, answersByDependency))
    return isTool && app.language === 'python' && hasCommands(repository, app) ? 'tool' : 'library'
  const isService =
    answers ||
    (app.markers().has('accepts') && app.markers().has('internet')) ||
    (!app.markers().has('servesByCommand') && isKept(repository, app)) ||
    isOperated(repository, app)
  return isService && !isMadeForPrograms && !isTool ? 'service' : 'tool'
}

/** What calls itself a tool may bring a server; one that is shipped as a server only calls itself so. */
function isReallyTool(repository: Repository, app: Unsorted, depends: boolean): boolean {
  if (!depends && isForPeople(repository, app)) return true
  const isShipped = depends || isDeployed(app) || isKept(repository, app)
  return !isStartedByUnit(app) && (saysTool(repository, app) || !isShipped)
}

/** The kind of a package of npm: first what people start, then what code imports, then what is shown. */
function kindOfScripts(repository: Repository, app: Unsorted, manifest: unknown, answers: boolean): Kind {
  const all = app.dependencies.filter(({ path }) => app.manifests.includes(path))
  const needsServer = hasServer(app)
  if (isDesktop(app)) return 'frontend'
  const isBuiltAsServer = all.some(({ name }) => /^(nitropack|nitro|@nestjs\/core)$/.test(name))
  if ((needsServer || isBuiltAsServer) && (isRun(manifest) || at(manifest, 'scripts', 'prod'))) return 'service'
  if (isCommand(repository, app, manifest)) return 'tool'
  if (!needsServer && isWindow(app, manifest)) return 'frontend'
  // What is published is a page, which a browser opens.
  if (/\.html$/.test(`${at(manifest, 'main')}`)) return 'frontend'
  // A main file alone is what npm writes by itself.
  const isTriedHere = needsServer && /\b(nodemon|node|tsx|ts-node|bun)\b/.test(`${at(manifest, 'scripts', 'dev')}`)
  if (isTriedHere && !has(manifest, [...forImport, 'keywords'])) return 'service'
  // A published server may be what the image of the repository runs.
  if (isTriedHere && answers && app.markers().has('listens') && offeringImages(repository).length > 0) return 'service'
  if (isPublished(manifest) && !isWrittenByNpm(repository, app, manifest)) return 'library'
  const isNeverStarted = !entriesOf(at(manifest, 'scripts')).some(([name]) => /^(start|dev|serve|prod)\b/.test(name))
  if (isNeverStarted && isUsed(repository, app, manifest)) return 'library'
  if (needsServer) return 'service'
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

/** Whether another package of the repository needs it, and no page makers or files for browsers are in it. */
function isUsed(repository: Repository, app: Unsorted, manifest: unknown): boolean {
  const name = at(manifest, 'name')
  if (typeof name !== 'string' || isOpened(app)) return false
  const own = ['dependencies', 'devDependencies'].flatMap((key) => entriesOf(at(manifest, key)))
  if (own.some(([each]) => pageMakers.test(each))) return false
  return repository.paths.some(
    (path) =>
      path.endsWith('/package.json') &&
      !app.manifests.includes(path) &&
      !isForeign(path) &&
      ['dependencies', 'devDependencies'].some((key) => at(repository.data(path).value, key, name) !== undefined),
  )
}

/** The names by which people start what a package of npm brings. */
function commandsOf(manifest: unknown): string[] {
  const bin = at(manifest, 'bin')
  if (typeof bin === 'string') return [String(at(manifest, 'name')).replace(/^.*\//, '')]
  return entriesOf(bin).map(([name]) => name)
}

/** Of components, the least for each file of the program that serves them. */
const leastComponents = 5

/** A bundler shows them to developers, and starts nothing beside. */
const showsPages =
  /^([^&]*&& )?(npx )?(vite|vue-cli-service|rspack (serve|dev)|webpack(-dev-server| serve)|rsbuild dev|react-scripts start)\b(?!.*&)/

/** Pages that developers start without the small program which serves them. */
function isMostlyPages(app: Unsorted, manifest: unknown): boolean {
  if (app.ecosystems.some((each) => each !== 'npm')) return false
  if (!showsPages.test(`${at(manifest, 'scripts', 'dev')}`)) return false
  const components = app.sources.filter((path) => /\.(vue|svelte|[jt]sx)$/.test(path))
  const topOf = (path: string) => below(path, app.directory).split('/')[0]
  const withComponents = new Set(['src', ...components.map(topOf)])
  const others = app.sources.filter((path) => !withComponents.has(topOf(path)) && /\.[cm]?[jt]s$/.test(path))
  return components.length > leastComponents * others.length
}

/** A main file that is not there, in a package that says nothing else of how it is imported: npm writes it by itself. */
function isWrittenByNpm(repository: Repository, { directory }: Unsorted, manifest: unknown): boolean {
  const main = at(manifest, 'main')
  return (
    typeof main === 'string' &&
    /^index\.[jt]s$/.test(main) &&
    !repository.has(joinPath(directory, main)) &&
    !has(manifest, forImport)
  )
}

/** Pages without a manifest, which a browser opens as they are, and themes that show the pages of others. */
function isOpened({ paths, directory }: Unsorted): boolean {
  return paths.some((path) => /^index\.(html|hbs)$/.test(below(path, directory)))
}

/** Whether it waits for requests of others, not only of its own developer or of one command. */
function listens(repository: Repository, app: Unsorted): boolean {
  const markers = app.markers()
  if (markers.has('servesByCommand') && isRunAsServer(repository, app)) return true
  if (!markers.has('listens') || listensBeside(repository, app)) return false
  // An image without a port is one more way to get what people install.
  const isOpen = isOffered(repository, app) || (isDeployed(app) && !isInstalled(repository, app))
  // A command of Python may show its pages in the browser of the person who typed it.
  if (app.language === 'python' && !isOpen && hasCommands(repository, app)) return false
  if (isTitledServer(repository, app)) return true
  return isOpen || !(isForPeople(repository, app) || saysTool(repository, app))
}

/** Whether only other commands of a module of Go listen, not the one at its top or the one that is called like it. */
function listensBeside(repository: Repository, app: Unsorted): boolean {
  const isAtTop = /^package main\b/m.test(repository.text(joinPath(app.directory, 'main.go')) ?? '')
  const own = isAtTop ? undefined : ownCommandOf(repository, app.directory)
  if (!isAtTop && own === undefined) return false
  const commands = joinPath(app.directory, 'cmd/')
  if (!app.markers().get('listens')?.path.startsWith(commands)) return false
  const isOwn = (path: string) => own !== undefined && path.startsWith(`${own}/`)
  const sources = app.sources.filter((path) => !path.startsWith(commands) || isOwn(path))
  return !findMarkers(repository, sources, app.directory).has('listens')
}

/** What the settings of Cloudflare start at the edge, and no page maker builds. */
function isWorker(repository: Repository, app: Unsorted): boolean {
  const starts = /^\s*"?main"?\s*[=:]/m
  const isStarted = app.paths.some(
    (path) => /^wrangler\.(toml|jsonc?)$/.test(below(path, app.directory)) && starts.test(repository.text(path) ?? ''),
  )
  const all = app.dependencies.filter(({ path }) => app.manifests.includes(path))
  return isStarted && !all.some(({ name }) => pageMakers.test(name))
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
  const isImported = has(manifest, ['exports', 'main'])
  return isPage && !isImported && own.includes('vite') && at(manifest, 'private') === true
}

/** A project of Composer that brings no command answers the requests that a web server gives it. */
function isProjectOfPhp(repository: Repository, { language, directory }: Unsorted): boolean {
  const manifest = repository.data(joinPath(directory, 'composer.json')).value
  return (
    directory === '' && language === 'php' && at(manifest, 'type') === 'project' && at(manifest, 'bin') === undefined
  )
}

/** A web server gives each request to this file. */
function isWebRoot({ language, paths, directory }: Unsorted): boolean {
  const isEntry = (path: string) =>
    /^([\w-]+\/)?index\.php$/.test(below(path, directory)) &&
    !isForeign(path) &&
    !isForTests(path) &&
    !isAside(below(path, directory))
  return language === 'php' && paths.some(isEntry)
}

/** What `manage.py` or a file for a WSGI server starts answers requests. Packages keep a `manage.py` for their tests. */
function isPythonSite({ language, paths, directory }: Unsorted): boolean {
  if (language !== 'python') return false
  const own = paths.map((path) => below(path, directory))
  if (own.some((path) => /^[^/]+\.wsgi$/.test(path))) return true
  return own.includes('manage.py') && !own.some((path) => /^(setup\.(py|cfg)|pyproject\.toml)$/.test(path))
}

/** One or two routes serve the pages themselves: a picture, or a call from the system behind them. */
const fewestRoutes = 3

/** Pages that also answer requests of others are a service with a user interface. */
function uiKind(repository: Repository, { paths, directory }: Unsorted): Kind {
  const file =
    /^(src\/)?(pages\/api\/.+\.[jt]sx?|app\/(.+\/)?route\.[jt]s|server\/(api|routes)\/.+\.[jt]s|routes\/.*\+server\.[jt]s)$/
  const routes = paths.filter((path) => file.test(below(path, directory)))
  if (routes.length < fewestRoutes) return 'frontend'
  // Some stand in for the real server while the pages are tried.
  const standIns = routes.filter((path) => /\bmock/i.test(repository.text(path) ?? ''))
  return standIns.length * 4 < routes.length ? 'service' : 'frontend'
}

/** A package with a command, unless it is imported and its page or the name of the command says so. */
function isCommand(repository: Repository, app: Unsorted, manifest: unknown): boolean {
  const bin = at(manifest, 'bin')
  if (bin === undefined) return false
  const own = words(at(manifest, 'name'))
  const isImported = has(manifest, ['exports', 'main'])
  if (isImported && isShownImported(repository, app, String(at(manifest, 'name')))) return false
  if (typeof bin === 'string' || !isImported || /\bcli\b/.test(own)) return true
  return entriesOf(bin).some(([name]) => own.endsWith(words(name)))
}

function words(name: unknown): string {
  return String(name).toLowerCase().replace(/\W+/g, ' ').trim()
}

/** What only a package that others import says; npm writes `main` by itself. */
const forImport = ['module', 'exports', 'types', 'files', 'publishConfig']

function has(manifest: unknown, keys: readonly string[]): boolean {
  return keys.some((key) => at(manifest, key) !== undefined)
}

/** A package that others install: it can be imported, is not private, and is not started here. */
function isPublished(manifest: unknown): boolean {
  return at(manifest, 'private') !== true && has(manifest, ['main', ...forImport]) && !isRun(manifest)
}

function isRun(manifest: unknown): boolean {
  const start = at(manifest, 'scripts', 'start')
  // A look at components while developing starts no program.
  return start !== undefined && !/storybook|styleguidist|ladle|--watch\b|\bwatch\b|\btests?\//.test(`${start}`)
}

/** What Composer or RubyGems install into other programs. A Dockerfile beside it is for its developers. */
function isPackage(repository: Repository, app: Unsorted): boolean {
  const { language, paths, directory } = app
  if (language === 'ruby') {
    const isGem = paths.some((path) => /^[^/]+\.gemspec$/.test(below(path, directory)))
    return isGem && !isGemProgram(repository, app)
  }
  const manifest = repository.data(joinPath(directory, 'composer.json')).value
  const type = at(manifest, 'type') ?? 'library'
  return (
    language === 'php' && at(manifest, 'name') !== undefined && type === 'library' && at(manifest, 'bin') === undefined
  )
}
