import { expression } from '../repository/expression.ts'
import type { Marker } from './marker-patterns.ts'

/** What can be seen of an application, and what it may tell: where it is looked for, in which words people read it, and how. */
type Patterns = Readonly<Record<string, RegExp>>

/** In its title, its description and its first paragraphs. */
export const words: Patterns = {
  'its first words speak of a library': /\blibrar(y|ies)\b/i,
  'its first words speak of a framework': /\bframework\b/i,
  'its first words speak of a kit, bindings, a driver or a wrapper':
    /\b(SDK|toolkit|bindings?|middleware|driver|client library|wrapper|plug-?in|extension|add-?on|adapter|integration)\b/i,
  'its first words say for which language it is':
    /\b(for|in) (Python|Go|Golang|Rust|Ruby|PHP|Java|Kotlin|Swift|Node(\.js)?|JavaScript|TypeScript|\.NET|C\+\+|Elixir|React|Vue|Django|Rails|Laravel)\b/,
  'its first words speak of a tool or a program': /\b(tool|utility|program)\b/i,
  'its first words speak of the command line': /\b(command[- ]line|CLI|terminal|console|shell|TUI)\b/i,
  'its first words speak of something that checks, builds or makes source': expression(
    'i',
    String.raw`\b(lint(er)?|format(ter)?|compiler|bundler|checker|analy[sz]er|generator|build system|debugger|profiler|scanner`,
    String.raw`|converter|package manager|version manager)\b`,
  ),
  'its first words speak of a server': /\b(server|daemon|broker|gateway|backend|proxy|API service)\b/i,
  'its first words speak of a database, a store or a queue': /\b(database|storage|store|search engine|queue)\b/i,
  'its first words speak of a platform or a system': /\b(platform|system|suite|solution|software)\b/i,
  'its first words speak of something that watches, schedules or steers':
    /\b(bot|bridge|exporter|operator|controller|agent|scheduler|monitor(ing)?|tracker)\b/i,
  'its first words speak of something that people host': /\b(self-?host\w*|web (app(lication)?|interface|ui)|website|dashboard|multi-user)\b/i,
  'its first words speak of an application': /\b(app|application|client|editor|viewer|browser|player|game|launcher|emulator)\b/i,
  'its first words speak of a website or pages': /\b(website|web ?site|documentation|docs|landing page|blog|frontend|front[- ]end|user interface)\b/i,
  'its first words speak of tests': /\btest(s|ing|er|ed)?\b/i,
  'its first words speak of an API': /\bAPIs?\b/,
  'its first words speak of HTTP': /\b(REST|GraphQL|gRPC|HTTP)\b/,
  'it calls itself a library': expression(
    'i',
    String.raw`\bis (an?|the) ([\w-]+ ){0,6}(library|framework|sdk|plugin|extension|package|module|crate|gem|bundle|component|parser`,
    String.raw`|driver|wrapper|binding|middleware)s?\b`,
  ),
  'it calls itself a tool': /\bis (an?|the) ([\w-]+ ){0,6}(tool|cli|program|utility|compiler|linter|formatter|bundler|manager|generator)\b/i,
  'it calls itself a server':
    /\bis (an?|the) ([\w-]+ ){0,6}(server|service|daemon|proxy|gateway|broker|database|registry|bot|platform|operator|controller|exporter)\b/i,
}

/** Anywhere in its README. */
export const pages: Patterns = {
  'its README imports it': /^[ \t]*(import|from|use|using|#include|require|require_relative)[ \t]+\S|\brequire\(/m,
  'its README adds it to the packages of a project': expression(
    'm',
    String.raw`\bgo get |\bnpm (i|install|add) (-D |--save(-dev)? )?[@\w]|\byarn add\b|\bpnpm add\b|\bcomposer require\b|<dependency>`,
    String.raw`|\bimplementation ?[("']|\bdotnet add\b|\bInstall-Package\b|\bcargo add\b|^\[dependencies\]|^[ \t]*gem ['"]|\{:\w+, "~>`,
    String.raw`|\.package\(url`,
  ),
  'its README installs it with pip': /\bpip3? install\b/,
  'its README installs it on computers of people': expression(
    '',
    String.raw`\b(brew|scoop|choco|winget|snap|port|apt(-get)?|pacman|dnf) install\b|\bnpm (i|install) (-g|--global)|\bnpx [\w@]`,
    String.raw`|\bpipx install\b|\bcargo install\b|\bgo install\b`,
  ),
  'its README shows options of a command': /(^|\s)--\w[\w-]+/,
  'its README speaks of a file of settings': /\bconfig(uration)? file\b|config\.(ya?ml|toml|json)/i,
  'its README speaks of deployment': /\b(deploy(ment)?|self-host\w*|hosting|reverse proxy|nginx)\b/i,
  'its README speaks of systemd': /\bsystemctl\b|\bsystemd\b/i,
  'its README runs an image': /\bdocker run\b|\bdocker[- ]compose up\b|\bhelm install\b/,
  'its README names a port': /\b(localhost|127\.0\.0\.1|0\.0\.0\.0):\d{2,5}/,
  'its README has a part on usage': /^#+ *usage|^usage:/im,
  'its README offers releases to download': /\breleases\b[^\n]{0,200}\bdownload|download[^\n]{0,200}\breleases?\b|pre-?built binar/i,
}

/** Among the names beside its manifest. */
export const names: Patterns = {
  'a main file is beside its manifest': /^main\.\w+$/,
  'GoReleaser packs it': /^\.?goreleaser/,
  'it offers hooks of pre-commit': /^\.pre-commit-hooks\.yaml$/,
  'an image is beside its manifest': /^(Dockerfile|Containerfile)/,
  'a composition is beside its manifest': /^(docker-)?compose[\w.-]*\.ya?ml$/,
  'settings of a host are beside its manifest': /^(Procfile|fly\.toml|app\.ya?ml|render\.yaml|serverless\.ya?ml|wrangler\.(toml|jsonc?))$/,
  'settings of a host of pages are beside its manifest': /^(vercel\.json|netlify\.toml|firebase\.json)$/,
  'an example of its variables is beside its manifest': /^\.env\.(example|sample|dist)/,
  'settings of a page maker are beside its manifest':
    /^(next|nuxt|astro|gatsby|svelte|remix|vite|docusaurus|quasar|vue|angular|webpack)[.\w-]*\.(config\.)?\w+$|^angular\.json$/,
  'a page is beside its manifest': /^index\.html$/,
  'it has a file for a web server': /^(config\.ru|manage\.py|artisan|wsgi\.py|asgi\.py|index\.php|web\.config)$/,
}

/** Among its folders, each with a slash behind it. */
export const folders: Patterns = {
  'it has a folder of commands': /(^|\/)(cli|commands?)\//,
  'it has a folder of examples': /^(examples?|samples?)\//,
  'it has a folder of services': /(^|\/)(services?|server)\//,
  'it has a folder of translations': /(^|\/)(locales?|i18n|translations?|lang)\//,
  'it has a folder of manual pages': /(^|\/)man\//,
  'it has a folder of completions for shells': /(^|\/)completions?\//,
  'it has a folder of pages or templates': /(^|\/)(templates|static|views|public|assets)\//,
  'it has a folder of handlers, controllers or routes': /(^|\/)(handlers?|controllers?|routes?|routers?|api)\//,
  'it has a folder of components': /(^|\/)(components|pages|layouts|screens)\//,
  'it has a folder of programs': /^(bin|exe)\//,
  'it has a folder cmd': /^cmd\//,
  'it has a folder of migrations': /(^|\/)(migrations?|migrate)\//,
  'it has a folder of charts': /(^|\/)(charts?|helm|k8s|kubernetes|manifests)\//,
}

/** Among its files. */
export const files: Patterns = {
  'it has a unit of systemd': /\.service(\.in|\.j2)?$/,
  'it has a file called after commands': /(^|\/)(cli|commands?)\.\w+$/,
  'it has a page of the manual': /\.[1-8](\.in|\.md|\.adoc)?$/,
  'it has a main file': /^src\/main\.\w+$|(^|\/)__main__\.py$|^(app|src|server|lib|cmd\/[^/]+)\/main\.\w+$/,
  'it has a library file': /^src\/lib\.rs$|^lib\/[^/]+\.(dart|rb|ex)$|^src\/index\.[jt]s$/,
  'it has programs beside its library': /^src\/bin\//,
  'it has a start for web servers': /(^|\/)(wsgi|asgi)\.py$|WEB-INF\/web\.xml$|(^|\/)(Program|Startup)\.cs$/,
  'it has a page that browsers open': /^(src|public|app|web)\/index\.html$|^src\/app\.html$/,
  'it has routes that answer with data':
    /^(src\/)?(pages\/api\/.+\.[jt]sx?|app\/(.+\/)?route\.[jt]s|server\/(api|routes)\/.+\.[jt]s|routes\/.*\+server\.[jt]s)$/,
  'it has screens of a device': /(^|\/)AndroidManifest\.xml$|\.(xib|storyboard)$|Info\.plist$/,
}

/** Among what it needs. */
export const needs: Readonly<Record<string, string>> = {
  'it is built on a framework for servers': `express express-ws fastify koa @hapi/hapi hono @nestjs/core restify polka elysia @feathersjs/feathers
      @apollo/server apollo-server* graphql-yoga moleculer sails flask fastapi django starlette tornado sanic litestar falcon bottle pyramid cherrypy quart
      uvicorn gunicorn celery github.com/gin-gonic/gin github.com/labstack/echo* github.com/gofiber/fiber*
    github.com/go-chi/chi* github.com/gorilla/mux github.com/valyala/fasthttp actix-web axum rocket warp poem tide *spring-boot-starter-web*
    *spring-boot-starter-webflux *spring-cloud-*gateway* *quarkus-rest* *quarkus-resteasy* *micronaut-http-server* *ktor-server* *jetty-server
    *tomcat-embed-core *undertow-core *javalin *spark-core *vertx-web *armeria* *dropwizard-core rails sinatra hanami grape roda puma
    laravel/framework symfony/framework-bundle slim/slim cakephp/cakephp laminas/laminas-mvc mezzio/mezzio vapor hummingbird drogon crow phoenix plug_cowboy
    bandit *akka-http* *pekko-http* *http4s-*server* *com.typesafe.play* *zio-http* ring/* http-kit* compojure* shelf dart_frog servant-server yesod* scotty
    mojolicious dancer2 plack`,
  'it may speak for both ends of a connection': 'aiohttp grpcio hyper tonic h3 google.golang.org/grpc @grpc/grpc-js ws socket.io',
  'it needs a page maker': `react-native expo electron next nuxt @remix-run/react @sveltejs/kit astro gatsby qwik ember-source vitepress docusaurus
      @docusaurus/core @capacitor/core
      @tauri-apps/api`,
  'it needs parts of pages': 'react-dom vue svelte solid-js preact @angular/core lit',
  'it needs a package that reads arguments': `clap structopt argh github.com/spf13/cobra github.com/urfave/cli* github.com/alecthomas/kong click typer
      docopt yargs commander meow cac oclif
      @oclif/core info.picocli:picocli thor symfony/console optparse-applicative system.commandline spectre.console.cli`,
  'it needs a database': '*sqlite* *postgres* *mysql* pg *mongo* *redis* *sqlalchemy* *gorm* diesel sqlx *ecto* *hibernate* knex typeorm *prisma* dapper',
  'it needs a package for metrics': '*prometheus* *opentelemetry* *statsd*',
  'it needs a package that draws in terminals': 'ratatui crossterm github.com/charmbracelet/bubbletea rich textual github.com/gdamore/tcell* blessed ink',
}

/** Traces in its source. */
export const traces: Readonly<Record<string, Marker>> = {
  'its source answers questions about its health': 'health',
  'its source reads environment variables': 'environment',
  'its source accepts connections': 'accepts',
  'its source speaks with the network': 'internet',
  'its source opens a port': 'listens',
  'one of its commands opens a port': 'servesByCommand',
  'its source has a start of Java': 'javaMain',
  'its source opens a window': 'window',
}

/** In the name of its folder. */
export const ownName: Patterns = {
  'its folder is called after commands': /(^|[/_.-])(cli|commandline|cmd|tool|console)$/i,
  'its folder is called after what is left running':
    /(^|[/_.-])(operators?|daemon|workers?|brokers?|gateway|proxy|servers?|services?|api|backend|app|controller|bot|agent)$/i,
  'its folder is called after a library': expression(
    'i',
    '(^|[/_.-])(lib|libs|core|common|shared|utils?|sdk|client|types|ui|components?|kit|plugins?|models?|internal|contracts?)$',
    String.raw`|^(packages|libs|crates|modules|plugins)\/`,
  ),
  'its folder is called after pages': /(^|[/_.-])(web|frontend|website|site|docs|www|dashboard|admin|ui|client|mobile|desktop|landing|portal)$/i,
}
