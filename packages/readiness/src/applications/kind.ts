import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf } from '../repository/json-path.ts'
import type { Application, Kind } from './application.ts'
import { isForeign, joinPath, nameOf } from './places.ts'

/** Libraries that answer requests, by the name that a manifest uses. */
const servers =
  /^(express|fastify|koa|@hapi\/hapi|hono|@nestjs\/core|restify|polka|h3|nitropack|elysia|@feathersjs\/feathers|@apollo\/server|apollo-server.*|graphql-yoga|moleculer|sails|flask|fastapi|django|starlette|tornado|aiohttp|sanic|litestar|falcon|bottle|pyramid|quart|uvicorn|gunicorn|grpcio|celery|github\.com\/(gin-gonic\/gin|labstack\/echo.*|gofiber\/fiber.*|go-chi\/chi.*|gorilla\/mux|valyala\/fasthttp)|google\.golang\.org\/grpc|actix-web|axum|rocket|warp|tonic|hyper|poem|tide|spring-boot-starter-(web|webmvc|webflux)|org\.springframework\.boot:spring-boot-starter-web(mvc|flux)?|quarkus-(rest|resteasy).*|io\.quarkus:quarkus-(rest|resteasy).*|io\.micronaut:micronaut-http-server.*|micronaut-http-server.*|io\.ktor:ktor-server.*|ktor-server.*|jakarta\.servlet:.*|dropwizard-core|rails|sinatra|hanami|grape|roda|puma|laravel\/framework|symfony\/framework-bundle|slim\/slim|cakephp\/cakephp|laminas\/.*|vapor|hummingbird|drogon|crow|pistache|oatpp|cpp-httplib)$/

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
  const answers = depends || app.markers().has('listens') || isWebRoot(app)
  if (!answers && isPackage(repository, app)) return 'library'
  if (isDeployed(app)) return answers ? 'service' : own.some(({ name }) => frontends.test(name)) ? uiKind(app) : 'tool'
  if (app.ecosystems.includes('npm') && manifest !== undefined && !isOtherLanguage(app)) {
    if (at(manifest, 'bin') !== undefined) return 'tool'
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

/** A page that also answers requests of others is a service with a user interface. */
function uiKind({ paths }: Subject): Kind {
  const routes =
    /(^|\/)(pages|src\/pages)\/api\/.+\.[jt]sx?$|(^|\/)app\/(.+\/)?route\.[jt]s$|(^|\/)server\/(api|routes)\/.+\.[jt]s$|\+server\.[jt]s$/
  return paths.some((path) => routes.test(path)) ? 'service' : 'frontend'
}

function isOtherLanguage({ language }: Subject): boolean {
  return language !== 'typescript' && language !== 'javascript'
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
      return (Array.isArray(bins) && bins.length > 0) || has(/^src\/(main\.rs|bin\/)/)
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
    case 'swift':
      return has(/(^|\/)main\.swift$/) || app.markers().has('listens')
    default:
      return app.markers().has('listens')
  }
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
  if (has(/(^|\/)(manage|wsgi|asgi)\.py$/) && !(isPackage && exportsNames(repository, app))) return true
  if (!isPackage) return true
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
