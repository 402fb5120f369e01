import type { Repository } from '../repository/create-repository.ts'
import type { Application, Kind } from './application.ts'
import { joinPath } from './places.ts'
import { at } from './read-dependencies.ts'

/** Libraries that answer requests, by the name that a manifest uses. */
const servers =
  /^(express|fastify|koa|@hapi\/hapi|hono|@nestjs\/core|restify|polka|h3|nitropack|elysia|@feathersjs\/feathers|@apollo\/server|apollo-server.*|graphql-yoga|moleculer|sails|flask|fastapi|django|starlette|tornado|aiohttp|sanic|litestar|falcon|bottle|pyramid|quart|uvicorn|gunicorn|grpcio|celery|github\.com\/(gin-gonic\/gin|labstack\/echo.*|gofiber\/fiber.*|go-chi\/chi.*|gorilla\/mux|valyala\/fasthttp)|google\.golang\.org\/grpc|actix-web|axum|rocket|warp|tonic|hyper|poem|tide|spring-boot-starter-(web|webflux)|org\.springframework\.boot:spring-boot-starter-web(flux)?|quarkus-(rest|resteasy).*|io\.quarkus:quarkus-(rest|resteasy).*|io\.micronaut:micronaut-http-server.*|micronaut-http-server.*|io\.ktor:ktor-server.*|ktor-server.*|jakarta\.servlet:.*|dropwizard-core|microsoft\.aspnetcore\..*|rails|sinatra|hanami|grape|roda|puma|laravel\/framework|symfony\/framework-bundle|slim\/slim|cakephp\/cakephp|laminas\/.*|vapor|hummingbird|drogon|crow|pistache|oatpp|cpp-httplib)$/

const frontends =
  /^(react-dom|vue|svelte|solid-js|preact|@angular\/core|react-native|expo|electron|next|nuxt|@remix-run\/react|@sveltejs\/kit|astro|gatsby|qwik|lit|ember-source)$/

export function kindOf(repository: Repository, app: Omit<Application, 'kind' | 'description'>): Kind {
  if (app.language === 'terraform') return 'infrastructure'
  const own = app.dependencies.filter(({ path }) => app.manifests.includes(path))
  const manifest = repository.data(joinPath(app.directory, 'package.json'))
  const isPublished = at(manifest, 'exports') !== undefined || at(manifest, 'main') !== undefined
  const runtime = new Set(Object.keys(at(manifest, 'dependencies') ?? {}))
  const isRuntime = ({ name, path }: { name: string; path: string }) =>
    !path.endsWith('package.json') || runtime.has(name)
  if (
    own.some((each) => servers.test(each.name) && isRuntime(each)) &&
    !(isPublished && at(manifest, 'private') !== true)
  ) {
    return 'service'
  }
  if (own.some((each) => frontends.test(each.name) && isRuntime(each))) return 'frontend'
  if (
    app.manifests.some(
      (path) => path.endsWith('proj') && /Sdk="Microsoft\.NET\.Sdk\.(Web|Worker)/.test(repository.text(path) ?? ''),
    )
  ) {
    return 'service'
  }
  const isTool = at(manifest, 'bin') !== undefined
  if (!isTool && !isPublished && app.markers().has('listens')) return 'service'
  return isTool || isStarted(repository, app) ? 'tool' : 'library'
}

function isStarted(
  repository: Repository,
  { paths, directory, language }: Pick<Application, 'paths' | 'directory' | 'language'>,
): boolean {
  const below = (path: string) => (directory ? path.slice(directory.length + 1) : path)
  if (language === 'rust') return paths.some((path) => /^src\/(main\.rs|bin\/)/.test(below(path)))
  if (language === 'go') return paths.some((path) => /^(main\.go|cmd\/)/.test(below(path)))
  if (language === 'python') {
    const scripts = at(repository.data(joinPath(directory, 'pyproject.toml')), 'project', 'scripts')
    return scripts !== undefined || paths.some((path) => path.endsWith('__main__.py'))
  }
  return false
}
