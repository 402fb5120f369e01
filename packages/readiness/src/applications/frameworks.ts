import { type Dependency, isCalled } from './dependency.ts'
import type { Unsorted } from './is-started.ts'
import { ownDependencies } from './kind-by-settings.ts'

/** Libraries that answer requests, by the name that a manifest uses. */
export const servers =
  /^(express|express-ws|fastify|koa|@hapi\/hapi|hono|@nestjs\/core|restify|polka|h3|nitropack|elysia|@feathersjs\/feathers|@apollo\/server|apollo-server.*|graphql-yoga|moleculer|sails|flask|fastapi|django|starlette|tornado|aiohttp|sanic|litestar|falcon|bottle|pyramid|cherrypy|quart|uvicorn|gunicorn|grpcio|celery|github\.com\/(gin-gonic\/gin|labstack\/echo.*|gofiber\/fiber.*|go-chi\/chi.*|gorilla\/mux|valyala\/fasthttp)|google\.golang\.org\/grpc|actix-web|axum|rocket|warp|tonic|hyper|poem|tide|spring-boot-starter-(web|webmvc|webflux)|org\.springframework\.boot:spring-boot-starter-web(mvc|flux)?|(org\.springframework\.cloud:)?spring-cloud-(config-server|(starter-)?gateway.*|starter-netflix-eureka-server)|(de\.codecentric:)?spring-boot-admin-starter-server|quarkus-(rest|resteasy).*|io\.quarkus:quarkus-(rest|resteasy).*|io\.micronaut:micronaut-http-server.*|micronaut-http-server.*|io\.ktor:ktor-server.*|ktor-server.*|org\.eclipse\.jetty[\w.]*:jetty-[\w-]*(server|servlet)[\w-]*|jetty-server|org\.apache\.tomcat\.embed:tomcat-embed-core|org\.glassfish\.jersey\.containers:.*|io\.undertow:undertow-(core|servlet)|undertow-core|io\.javalin:javalin|javalin|com\.sparkjava:spark-core|io\.vertx:vertx-web|vertx-web|io\.helidon\.webserver:.*|org\.http4k:http4k-server.*|dropwizard-core|com\.linecorp\.armeria:.*|armeria.*|rails|sinatra|hanami|grape|roda|puma|laravel\/framework|symfony\/framework-bundle|slim\/slim|cakephp\/cakephp|laminas\/laminas-mvc|mezzio\/mezzio|vapor|hummingbird|drogon|crow|pistache|oatpp|cpp-httplib|phoenix|plug_cowboy|bandit|com\.typesafe\.akka:akka-http.*|org\.apache\.pekko:pekko-http.*|org\.http4s:http4s-.*server.*|com\.typesafe\.play:.*|org\.playframework:.*|org\.scalatra:.*|dev\.zio:zio-http.*|com\.twitter:finatra.*|ring\/.*|http-kit(\/http-kit)?|io\.pedestal\/.*|compojure.*|metosin\/reitit.*|shelf|dart_frog|serverpod|servant-server|warp|yesod.*|scotty|snap-server|mojolicious|dancer2?|catalyst.*|plack|lapis)$/

/** They speak for both ends of a connection, so that only the source tells whether a program answers. */
export const bothEnds = /^(aiohttp|tornado|grpcio|hyper|tonic|h3)$/

export const frontends =
  /^(react-dom|vue|svelte|solid-js|preact|@angular\/core|react-native|expo|electron|next|nuxt|@remix-run\/react|@sveltejs\/kit|astro|gatsby|qwik|lit|ember-source|vitepress|docusaurus|@docusaurus\/core|@capacitor\/core|@tauri-apps\/api)$/

/** They make whole pages, not only parts of them. */
export const pageMakers =
  /^(react-native|expo|electron|next|nuxt|@remix-run\/react|@sveltejs\/kit|astro|gatsby|qwik|ember-source|vitepress|docusaurus|@docusaurus\/core|@capacitor\/core|@tauri-apps\/api)$/

/** A framework for servers has a package of npm with its name, which only talks to it. */
export function isServer(dependency: Dependency): boolean {
  const { name, path } = dependency
  return isCalled(dependency, servers) && !(name === 'phoenix' && path.endsWith('package.json'))
}

/** Whether it needs a library that answers requests. */
export function hasServer(app: Unsorted): boolean {
  return ownDependencies(app).some(isServer)
}

/** What changes the tables of a database from release to release keeps data of many people. */
export function keepsData(dependencies: readonly Dependency[]): boolean {
  return dependencies.some(({ name }) => name === 'alembic')
}
