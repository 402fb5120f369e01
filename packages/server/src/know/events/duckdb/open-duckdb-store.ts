import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../../../ground/platform/log.ts'
import { createAppend } from '../append.ts'
import { quote, tableName } from '../columns.ts'
import type { EventStore } from '../event-store.ts'
import { batchesOf } from '../export-batches.ts'
import { dayFacts, workFacts } from '../fact-shape.ts'
import { factViews } from '../fact-views.ts'
import { wholeView } from '../facts-query.ts'
import { type FoldedNames, maxNames, namesQuery, toFoldedNames, withFoldedNames } from '../name-bounds.ts'
import { eventsOfDay, eventsOfUsers, toDayCount, toDayOfOrganization, toMark, toStoredEvent } from '../queries.ts'
import { sessionEventsQuery } from '../session-events.ts'
import {
  countFurtherLevels,
  firstFollowedDay,
  lastFollowingDay,
  laterDaysQuery,
  startsQuery,
  toUnleveled,
  unleveledQuery,
} from '../session-history.ts'
import { toUserTokens, userTokensQuery } from '../user-tokens.ts'
import { EventFile } from './event-file.ts'
import { eventsOfDayInFile } from './events-of-day.ts'
import { createFactReader } from './fact-reader.ts'
import { literal } from './literal.ts'
import { packedFacts, packedNames, packedQuery } from './packed-facts.ts'
import { selection } from './rows.ts'
import { createWriter } from './writer.ts'

interface DuckDbOptions {
  readonly dataDir: string
  readonly log: Log
  readonly now?: () => number
}

/**
 * Keeps events in `<dataDir>/events.duckdb`. Only one process can have it open; DuckDB refuses a second.
 *
 * An append is durable when it resolves: DuckDB flushes its WAL to disk before a commit returns. There is one writer,
 * which checks before it writes, so the file never contains an event twice and queries need not remove duplicates.
 */
export async function openDuckDbStore({ dataDir, log, now = Date.now }: DuckDbOptions): Promise<EventStore> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const file = new EventFile(join(dataDir, 'events.duckdb'), log)
  await file.open()
  const { append, idle } = createAppend(createWriter(file), { maxEvents: 20_000, now })

  const facts = createFactReader(file)

  return {
    append,
    async names(organizationId, day) {
      const ofDay = eventsOfDayInFile(organizationId, day)
      const read = await facts.all(views.names.map((view) => packedNames(tableName, view, ofDay)))
      // No single kind has more names than all kinds together.
      if (read.count <= maxNames) return { folded: [], facts: read.pieces }
      const kinds = await file.all(namesQuery(tableName, '$1', '$2'), [organizationId, day], toFoldedNames)
      const folded = kinds.flat()
      return { folded, facts: folded.length === 0 ? read.pieces : undefined }
    },
    facts(organizationId, day, { folded = [], users = [] } = {}) {
      const source = foldedSource(sourceOf(users), organizationId, day, folded)
      const ofDay = eventsOfDayInFile(organizationId, day)
      return facts.inPieces([packedFacts(dayFacts, source, wholeView(dayFacts), ofDay)])
    },
    factsApart(organizationId, day, names) {
      const source = foldedSource(tableName, organizationId, day, names.folded)
      const chosen = names.facts ? views.day : [...views.names, ...views.day]
      const ofDay = eventsOfDayInFile(organizationId, day)
      const queries = chosen.map((view) => packedFacts(dayFacts, source, view, ofDay))
      return facts.inPieces(queries, names.facts)
    },
    workFacts(organizationId, day, { promptBounds = [], users = [], apart } = {}) {
      const shape = workFacts(promptBounds)
      const chosen = apart ? views.work(promptBounds)[apart] : [wholeView(shape)]
      const ofDay = eventsOfDayInFile(organizationId, day)
      return facts.inPieces(chosen.map((view) => packedFacts(shape, sourceOf(users), view, ofDay)))
    },
    async sessionHistory(organizationId, day) {
      const where = [literal(organizationId), literal(day), literal(firstFollowedDay(day))] as const
      const both = { source: tableName, all: tableName }
      const query = startsQuery(tableName, ...where, 'in', eventsOfDayInFile(organizationId, day))
      const { pieces: starts, count: furtherLevels } = await facts.all([packedQuery(query, packedStarts)])
      if (furtherLevels === 0) return { format: 'packed', starts, calls: [] }
      const calls = await file.all(unleveledQuery(both, ...where, 'in'), [], toUnleveled)
      return { format: 'packed', starts, calls }
    },
    async daysOfSessions(organizationId, day) {
      const query = laterDaysQuery(tableName, '$1', { day: '$2', last: '$3' }, 'in')
      const days = `select ${quote('day')}::varchar from (${query}) order by 1`
      return file.all(days, [organizationId, day, lastFollowingDay(day)], (row) => row.text(0))
    },
    async countOfUser(organizationId, user, day) {
      const query = `select count(*) * 1e0 from ${tableName} where ${eventsOfDay('$1', '$2')} and ${quote('user')} = $3`
      const [count] = await file.all(query, [organizationId, day, user], (row) => row.number(0))
      return count ?? 0
    },
    async eventsOfSessions(organizationId, sessions, day) {
      const places = sessions.map((_, index) => `$${index + 3}`)
      const query = sessionEventsQuery(selection, tableName, '$1', '$2', places)
      return (await file.all(query, [organizationId, day, ...sessions], toStoredEvent)).map(({ event }) => event)
    },
    async countByDay(organizationId, days) {
      const query = `select ${quote('day')}::varchar, count(*) * 1e0 from ${tableName}
        where ${quote('organization')} = $1 and ${quote('day')} in (select unnest(string_split($2, ','))::date) group by 1`
      if (days.length === 0) return new Map()
      return new Map(await file.all(query, [organizationId, days.join(',')], toDayCount))
    },
    userTokens(organizationId, day, models) {
      const query = userTokensQuery(tableName, eventsOfDayInFile(organizationId, day), models.map(literal))
      return file.all(query, [], toUserTokens)
    },
    async remove(organizationId, { from, to, users }) {
      const ofUsers = users === null ? '' : `and ${quote('user')} in (${users.map((_, at) => `$${at + 4}`).join(', ')})`
      const sql = `delete from ${tableName}
        where ${quote('organization')} = $1 and ${quote('day')} between $2 and $3 ${ofUsers}`
      const [count] = await file.all(sql, [organizationId, from, to, ...(users ?? [])], (row) => Number(row.number(0)))
      return count ?? 0
    },
    async mark(organizationId, day) {
      const query = `select count(*) * 1e0, coalesce(max(${quote('arrived')}), 0) * 1e0 from ${tableName}
        where ${eventsOfDay('$1', '$2')}`
      const [mark] = await file.all(query, [organizationId, day], toMark)
      return mark ?? noMark
    },
    changedSince(timeMs) {
      const query = `select ${quote('organization')}, ${quote('day')}::varchar from ${tableName}
        where ${quote('arrived')} >= $1 group by 1, 2`
      return file.all(query, [timeMs], toDayOfOrganization)
    },
    pointsSince(timeMs) {
      const query = `select ${selection} from ${tableName} where ${quote('arrived')} >= $1 and ${quote('total')} <> ''`
      return batchesOf(file.stream(query, [timeMs], toStoredEvent))
    },
    daysOf(organizationId, user) {
      const query = `select distinct ${quote('day')}::varchar from ${tableName}
        where ${quote('organization')} = $1 and ${quote('user')} = $2 order by 1`
      return file.all(query, [organizationId, user], (row) => row.text(0))
    },
    export(days) {
      const chosen = days && `where ${quote('day')}::varchar in (select unnest(string_split($1, ',')))`
      const query = `select ${selection} from ${tableName} ${chosen ?? ''}`
      return batchesOf(file.stream(query, days ? [[...days].join(',')] : [], toStoredEvent))
    },
    exportIsSnapshot: true,
    async count() {
      const [count] = await file.all(`select count(*) * 1e0 from ${tableName}`, [], (row) => row.number(0))
      return count ?? 0
    },
    async ping() {
      await file.all('select 1', [], () => undefined)
    },
    async close() {
      await idle()
      await file.close()
    },
  }
}

/** The mark of a day without events. */
const noMark = '0 0'

const views = factViews('[]')

/** Packs the rows of `startsQuery`: user, session, client, level and time. All starts of a session are in one piece. */
const packedStarts = {
  about: '',
  positions: [0, 1, 2, 3, 4],
  texts: 4,
  key: 'c1',
  count: countFurtherLevels('c1', 'c3'),
}

function sourceOf(users: readonly string[]): string {
  return users.length === 0 ? tableName : eventsOfUsers(tableName, users.map(literal))
}

function foldedSource(source: string, organizationId: string, day: string, folded: readonly FoldedNames[]): string {
  if (folded.length === 0) return source
  return withFoldedNames(source, literal(organizationId), literal(day), folded, 'in')
}
