import { type Application, librariesOf } from '../../applications/application.ts'
import { databases, embedded, mappers, otherServices } from '../../catalog/workplace.ts'
import { nameMatcher } from '../../facts/glob.ts'
import { isForeign, isForTests } from '../../facts/places.ts'
import { expression } from '../../repository/expression.ts'
import { ofLargestFolder } from '../../repository/places.ts'
import { fail, findingOf, pass } from '../finding.ts'
import { proofOf } from '../prove.ts'
import { declaresOne, needsOne, type Specials } from './special.ts'

const isDatabase = nameMatcher(databases)
const isOther = nameMatcher(otherServices)
const isEmbedded = nameMatcher(embedded)
const isMapper = nameMatcher(mappers)

/** What changes tables, whether or not a driver is known. */
const changesTables = expression(
  'i',
  String.raw`(^|\/)(V\d[\w.]*__[^/]+|ddl)\.(sql|psql)$|\.ddl$|(^|\/)db\/changelog[^/]*\/|(^|\/)(migrations?|migrate|flyway`,
  String.raw`|alembic\/versions)\/([\w.-]+\/){0,3}[^/]+\.(sql|psql|py|rb|exs|php|cs|go|ts|js)$`,
)

/** A program that takes an embedded database says so in its settings or where it reads them. */
const defaultsFiles =
  /(^|\/)((env_)?config\w*|settings|options|defaults?|database|db|cli|flags|main|app|\.env[\w.]*)\b[^/]*\.\w+$|(^|\/)(config|settings)\//i
const takesSqlite =
  /(default|value|driver|engine|type|url|dialect|dsn|database|adapter|db_?name)\w*["'`)\]]*\s*(?:=>|[:=,(])[^\n]{0,40}["'`][\w.+]*sqlite(?!:*\/*:memory:)/i
const mostRead = 100

/** Criteria about what a program stores. */
export const aboutData: Specials = {
  database_schema({ repository, facts, applications }, app) {
    if (app.kind === 'library') return undefined
    const own = [app, ...app.parts]
      .flatMap(({ paths }) => paths)
      .concat(
        applications
          .filter(({ kind }) => kind === 'library')
          .flatMap(({ paths }) => (app.kind === 'service' ? paths : [])),
      )
    const changed = ofLargestFolder(
      own.filter(
        (path) =>
          changesTables.test(path) &&
          !isForeign(path) &&
          !isForTests(path) &&
          !/(^|\/)(config|settings|controllers?|views?|helpers|routes?|components|services)\//.test(path),
      ),
    )
    if (!usesDatabase(app))
      return app.kind === 'service' && changed !== undefined && /\.(sql|psql|ddl)$/.test(changed)
        ? pass(`${changed}:1 is there`)
        : undefined
    const made = app.markers().get('schema')
    const tables = own.find(
      (path) =>
        path.endsWith('.sql') &&
        !isForTests(path) &&
        !isForeign(path) &&
        /\bcreate table\b/i.test(repository.text(path) ?? ''),
    )
    const proof =
      (changed && `${changed}:1 is there`) ??
      proofOf('database_schema', facts, app) ??
      (made && `${made.path}:${made.line} makes the tables`) ??
      (tables && `${tables}:1 makes tables`)
    if (proof === undefined && app.kind === 'tool' && !declaresOne(app, isMapper) && !declaresOne(app, isEmbedded))
      return undefined
    return findingOf(proof, 'the schema of the database is not in the repository; add migrations or a schema.sql')
  },

  local_services_setup({ repository, facts, applications }) {
    const needing = applications.filter((app) => servicesOf(app).length > 0 && !isEmbeddedAtFirst(app))
    if (needing.length === 0) return undefined
    const proof = proofOf('local_services_setup', facts)
    if (proof !== undefined) return pass(proof)
    const [needed] = needing.flatMap(servicesOf)
    return fail(
      `the services that the code needs, such as that of ${needed?.name} in ${needed?.path}, cannot be started; add a compose.yaml`,
    )

    function isEmbeddedAtFirst(app: Application): boolean {
      if (declaresOne(app, isOther) || !(declaresOne(app, isEmbedded) || declaresOne(app, isMapper))) return false
      const files = [app, ...app.parts]
        .flatMap(({ paths }) => paths)
        .filter((path) => defaultsFiles.test(path) && !isForTests(path))
        .slice(0, mostRead)
      return files.some((path) => takesSqlite.test(repository.text(path) ?? ''))
    }
  },

  pii_handling({ facts }, app) {
    if (app.kind !== 'service') return undefined
    const proof = proofOf('pii_handling', facts, app)
    if (proof === undefined && !usesDatabase(app)) return undefined
    return findingOf(
      proof ?? facts.code('encryption', app),
      'nothing tells which data is personal; mark it in the models, or describe it in docs/privacy.md',
    )
  },
}

function usesDatabase(app: Application): boolean {
  return (
    declaresOne(app, isDatabase) ||
    (app.kind === 'service' && /^(python|php)$/.test(app.language) && app.markers().has('schema'))
  )
}

/** Libraries of an application for what has to run beside it. A mapper beside an embedded database proves no other one. */
function servicesOf(app: Application) {
  if (app.kind === 'library' || (app.kind === 'tool' && !declaresOne(app, isMapper))) return []
  const all = librariesOf(app)
  const hasEmbedded = all.some((each) => needsOne(each, isEmbedded))
  return all.filter(
    (each) =>
      !needsOne(each, isEmbedded) &&
      !(hasEmbedded && needsOne(each, isMapper)) &&
      (needsOne(each, isDatabase) || needsOne(each, isOther)),
  )
}
