import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf } from '../repository/json-path.ts'
import type { Application, Kind } from './application.ts'
import { isForeign, joinPath, nameOf } from './places.ts'

/** Libraries that answer requests, by the name that a manifest uses. */
const servers =
  /^(express|fastify|koa|@hapi\/hapi|hono|@nestjs\/core|restify|polka|h3|nitropack|elysia|@feathersjs\/feathers|@apollo\/server|apollo-server.*|graphql-yoga|moleculer|sails|flask|fastapi|django|starlette|tornado|aiohttp|sanic|litestar|falcon|bottle|pyramid|quart|uvicorn|gunicorn|grpcio|celery|github\.com\/(gin-gonic\/gin|labstack\/echo.*|gofiber\/fiber.*|go-chi\/chi.*|gorilla\/mux|valyala\/fasthttp)|google\.golang\.org\/grpc|actix-web|axum|rocket|warp|tonic|hyper|poem|tide|spring-boot-starter-(web|webmvc|webflux)|org\.springframework\.boot:spring-boot-starter-web(mvc|flux)?|quarkus-(rest|resteasy).*|io\.quarkus:quarkus-(rest|resteasy).*|io\.micronaut:micronaut-http-server.*|micronaut-http-server.*|io\.ktor:ktor-server.*|ktor-server.*|jakarta\.servlet:.*|org\.eclipse\.jetty[\w.]*:jetty-[\w-]*(server|servlet)[\w-]*|jetty-server|org\.glassfish\.jersey\.containers:.*|io\.undertow:undertow-(core|servlet)|undertow-core|io\.javalin:javalin|javalin|com\.sparkjava:spark-core|io\.vertx:vertx-web|vertx-web|io\.helidon\.webserver:.*|org\.http4k:http4k-server.*|dropwizard-core|rails|sinatra|hanami|grape|roda|puma|laravel\/framework|symfony\/framework-bundle|slim\/slim|cakephp\/cakephp|laminas\/.*|vapor|hummingbird|drogon|crow|pistache|oatpp|cpp-httplib|phoenix|plug_cowboy|bandit)$/

const frontends =
  /^(react-dom|vue|svelte|solid-js|preact|@angular\/core|react-native|expo|electron|next|nuxt|@remix-run\/react|@sveltejs\/kit|astro|gatsby|qwik|lit|ember-source)$/

type Subject = Omit<Application, 'kind' | 'description' | 'parts'>

/** The kind of an application, from how it is started, deployed and published. */
export function kindOf(repository: Repository, app: Subject): Kind {
  if (app.language === 'terraform') return 'infrastructure'
  if (app.ecosystems.includes('dotnet')) return dotnetKind(repository, app)
  const manifest = repository.data(joinPath(app.directory, 'package.json')).value
  const own = app.dependencies.filter(({ path, isDevelopment }) => app.manifests.includes(path) && !isDevelopment)
  // Libraries of Go serve both ends of a connection, so only the source shows whether a program answers.
  const depends = app.language !== 'go' && own.some(({ name }) => servers.test(name))
  const answers = depends || app.markers().has('listens') || isWebRoot(app) || isDjangoSite(app)
  if (!answers && isPackage(repository, app)) return 'library'
  if (isDeployed(app)) return answers ? 'service' : own.some(({ name }) => frontends.test(name)) ? uiKind(app) : 'tool'
  if (app.ecosystems.includes('npm') && manifest !== undefined && !isOtherLanguage(app)) {
    if (isCommand(manifest)) return 'tool'
    if (isPublished(manifest)) return 'library'
    if (own.some(({ name }) => servers.test(name))) return 'service'
    if (own.some(({ name }) => frontends.test(name))) return uiKind(app)
    const isImported = at(manifest, 'exports') !== undefined || at(manifest, 'main') !== undefined
    return answers && !isImported ? 'service' : 'library'
  }
  if (!isStarted(repository, app)) return 'library'
  return answers ? 'service' : 'tool'
}

/** A web server gives each request to this file. */
function isWebRoot({ language, paths, directory }: Subject): boolean {
  const isEntry = (path: string) => /^((public|web|www|htdocs|public_html)\/)?index\.php$/.test(below(path, directory))
  return language === 'php' && paths.some(isEntry)
}

/** What `manage.py` starts answers requests, whatever its requirements are called. Packages keep one for their tests. */
function isDjangoSite({ language, paths, directory }: Subject): boolean {
  if (language !== 'python') return false
  const own = paths.map((path) => below(path, directory))
  return own.includes('manage.py') && !own.some((path) => /^(setup\.(py|cfg)|pyproject\.toml)$/.test(path))
}

/** One or two routes serve the pages themselves: a picture, or a call from the system behind them. */
const fewestRoutes = 3

/** Pages that also answer requests of others are a service with a user interface. */
function uiKind({ paths, directory }: Subject): Kind {
  const routes =
    /^(src\/)?(pages\/api\/.+\.[jt]sx?|app\/(.+\/)?route\.[jt]s|server\/(api|routes)\/.+\.[jt]s|routes\/.*\+server\.[jt]s)$/
  return paths.filter((path) => routes.test(below(path, directory))).length >= fewestRoutes ? 'service' : 'frontend'
}

function isOtherLanguage({ language }: Subject): boolean {
  return language !== 'typescript' && language !== 'javascript'
}

/** A package with a command, unless it is imported and the command is called after something else. */
function isCommand(manifest: unknown): boolean {
  const bin = at(manifest, 'bin')
  if (bin === undefined) return false
  const own = words(at(manifest, 'name'))
  const isImported = at(manifest, 'exports') !== undefined || at(manifest, 'main') !== undefined
  if (typeof bin === 'string' || !isImported || /\bcli\b/.test(own)) return true
  return entriesOf(bin).some(([name]) => own.endsWith(words(name)))
}

function words(name: unknown): string {
  return String(name).toLowerCase().replace(/\W+/g, ' ').trim()
}

/** A package that others install: it can be imported, is not private, and is not started here. */
function isPublished(manifest: unknown): boolean {
  const isImported = ['main', 'module', 'exports', 'types', 'files', 'publishConfig'].some(
    (key) => at(manifest, key) !== undefined,
  )
  const isRun = at(manifest, 'scripts', 'start') !== undefined
  return at(manifest, 'private') !== true && isImported && !isRun
}

/** What Composer or RubyGems install into other programs. A Dockerfile beside it is for its developers. */
function isPackage(repository: Repository, { language, paths, directory }: Subject): boolean {
  if (language === 'ruby') {
    const own = paths.map((path) => below(path, directory))
    return own.some((path) => /^[^/]+\.gemspec$/.test(path)) && !own.some((path) => /^exe\/[^/]+$/.test(path))
  }
  const manifest = repository.data(joinPath(directory, 'composer.json')).value
  const type = at(manifest, 'type') ?? 'library'
  return (
    language === 'php' && at(manifest, 'name') !== undefined && type === 'library' && at(manifest, 'bin') === undefined
  )
}

/** Whether something beside the manifest starts it on a machine. */
function isDeployed({ paths, directory }: Subject): boolean {
  const files =
    /^(Dockerfile(\.(prod|production))?|Procfile|fly\.toml|app\.ya?ml|render\.yaml|wrangler\.(toml|jsonc?)|serverless\.ya?ml|vercel\.json|netlify\.toml)$/
  return paths.some((path) => files.test(below(path, directory)))
}

function below(path: string, directory: string): string {
  return directory ? path.slice(directory.length + 1) : path
}

/** Whether there is a program to start. */
function isStarted(repository: Repository, app: Subject): boolean {
  const { directory, language } = app
  const paths = app.paths.filter((path) => !isForeign(path)).map((path) => below(path, directory))
  const has = (pattern: RegExp) => paths.some((path) => pattern.test(path))
  switch (language) {
    case 'rust': {
      const bins = at(repository.data(joinPath(directory, 'Cargo.toml')).value, 'bin')
      const named = Array.isArray(bins) ? bins.map((bin) => String(at(bin, 'name'))) : []
      const placed = paths.flatMap((path) => /^src\/bin\/([^/.]+)/.exec(path)?.[1] ?? [])
      // What a library starts in its own tests is no program of anybody else.
      return has(/^src\/main\.rs$/) || [...named, ...placed].some((name) => !/fixture|test|bench|example/.test(name))
    }
    case 'go':
      return has(/^(main\.go|cmd\/.+\.go)$/) || app.sources.some((path) => isGoProgram(repository, path, directory))
    case 'python':
      return pythonIsStarted(repository, app, has)
    case 'ruby': {
      const isGem = has(/^[^/]+\.gemspec$/)
      return !isGem || has(/^exe\/[^/]+$/)
    }
    case 'php':
      return !/^(library|symfony-bundle|composer-plugin)$/.test(
        String(at(repository.data(joinPath(directory, 'composer.json')).value, 'type')),
      )
    case 'java':
    case 'kotlin':
      return app.markers().has('javaMain') || app.dependencies.some(({ name }) => servers.test(name))
    case 'elixir':
      // What has a package is published for others; what has a module is started by the runtime.
      return /^\s*(mod|escript):/m.test(mixFile(repository, app)) && !/^\s*package:/m.test(mixFile(repository, app))
    case 'swift':
      return has(/(^|\/)main\.swift$/) || app.markers().has('listens')
    default:
      return app.markers().has('listens')
  }
}

function mixFile(repository: Repository, { directory }: Subject): string {
  return repository.text(joinPath(directory, 'mix.exs')) ?? ''
}

/** A file of the package `main` in the directory of the module itself. */
function isGoProgram(repository: Repository, path: string, directory: string): boolean {
  return !below(path, directory).includes('/') && /^package main\b/m.test(repository.text(path) ?? '')
}

/** A package that exports names is a library, even when it has a command, too. */
function pythonIsStarted(repository: Repository, app: Subject, has: (pattern: RegExp) => boolean): boolean {
  const manifest = repository.data(joinPath(app.directory, 'pyproject.toml')).value
  const isPackage = at(manifest, 'build-system') !== undefined || has(/^setup\.(py|cfg)$/)
  const scripts = [
    ...entriesOf(at(manifest, 'project', 'scripts')),
    ...entriesOf(at(manifest, 'tool', 'poetry', 'scripts')),
  ]
  if (!isPackage) return true
  // A framework has modules of these names inside; a site has its own beside the manifest.
  if (has(/^([^/]+\/)?(manage|wsgi|asgi)\.py$/) && !exportsNames(repository, app)) return true
  if (exportsNames(repository, app)) return false
  return scripts.length > 0 || has(/(^|\/)__main__\.py$/) || has(/^(src\/)?(app|main|server)(\/main)?\.py$/)
}

function exportsNames(repository: Repository, { sources, directory }: Subject): boolean {
  const inits = sources.filter((path) => /^(src\/)?[^/]+\/__init__\.py$/.test(below(path, directory)))
  return inits.some((path) => {
    const text = repository.text(path) ?? ''
    return (text.match(/^from \.\S* import /gm) ?? []).length >= 5
  })
}

function dotnetKind(repository: Repository, { manifests }: Subject): Kind {
  const text = manifests
    .filter((path) => nameOf(path).endsWith('proj'))
    .map((path) => repository.text(path) ?? '')
    .join('\n')
  if (
    /<UseMaui>\s*true|<UseWPF>\s*true|<UseWindowsForms>\s*true|Sdk="Microsoft\.NET\.Sdk\.BlazorWebAssembly/i.test(text)
  )
    return 'frontend'
  if (/Aspire\.AppHost\.Sdk|<IsAspireHost>\s*true/i.test(text)) return 'tool'
  if (/Sdk="Microsoft\.NET\.Sdk\.(Web|Worker)/.test(text)) return 'service'
  return /<OutputType>\s*(Win)?Exe/i.test(text) ? 'tool' : 'library'
}
