import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../../platform/log.ts'
import { createAppend } from '../append.ts'
import { quote, tableName } from '../columns.ts'
import type { EventStore } from '../event-store.ts'
import { batchesOf } from '../export-batches.ts'
import { dayFacts, workFacts } from '../fact-shape.ts'
import { factViews } from '../fact-views.ts'
import { wholeView } from '../facts-query.ts'
import { type FoldedNames, maxNames, namesQuery, toFoldedNames, withFoldedNames } from '../name-bounds.ts'
import { eventsOfDay, eventsOfUsers, toDayCount, toStoredEvent } from '../queries.ts'
import { sessionCountsQuery, sessionEventsQuery, toSessionCounts } from '../session-counts.ts'
import {
  firstFollowedDay,
  lastFollowingDay,
  laterDaysQuery,
  startsQuery,
  tellSeveralLevels,
  toStart,
  toUnleveled,
  unleveledQuery,
} from '../session-history.ts'
import { toUserTokens, userTokensQuery } from '../user-tokens.ts'
import { EventFile } from './event-file.ts'
import { createFactReader } from './fact-reader.ts'
import { packedQuery } from './packed-facts.ts'
import { selection } from './rows.ts'
import { createWriter } from './writer.ts'

interface DuckDbOptions {
  readonly dataDir: string
  readonly log: Log
}

/**
 * Keeps events in `<dataDir>/events.duckdb`. Only one process can have it open; DuckDB refuses a second.
 *
 * An append is durable when it resolves: DuckDB flushes its log to the disk before a commit returns. There is one
 * writer, which checks before it writes, so the file never holds an event twice and queries need not remove duplicates.
 */
export async function openDuckDbStore({ dataDir, log }: DuckDbOptions): Promise<EventStore> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const file = new EventFile(join(dataDir, 'events.duckdb'), log)
  await file.open()
  const { append, idle } = createAppend(createWriter(file), { maxEvents: 20_000 })

  const facts = createFactReader(file)

  /** Parameters after the organization and the day. */
  function sourceOf(users: readonly string[]): string {
    return users.length === 0
      ? tableName
      : eventsOfUsers(
          tableName,
          users.map((_, at) => `$${at + 3}`),
        )
  }

  return {
    append,
    async names(organizationId, day) {
      const read = await facts.all(nameQueries, [organizationId, day])
      if (read.count <= maxNames) return { folded: [], facts: read.pieces }
      const kinds = await file.all(namesQuery(tableName, '$1', '$2'), [organizationId, day], toFoldedNames)
      const folded = kinds.flat()
      return { folded, facts: folded.length === 0 ? read.pieces : undefined }
    },
    facts(organizationId, day, { folded = [], users = [] } = {}) {
      const query = packedQuery(dayFacts, foldedSource(sourceOf(users), folded), wholeView(dayFacts))
      return facts.inPieces([query], [organizationId, day, ...users])
    },
    factsApart(organizationId, day, names) {
      const source = foldedSource(tableName, names.folded)
      const chosen = names.facts ? views.day : [...views.names, ...views.day]
      const queries = chosen.map((view) => packedQuery(dayFacts, source, view))
      return facts.inPieces(queries, [organizationId, day], names.facts)
    },
    workFacts(organizationId, day, { promptBounds = [], users = [], apart = false } = {}) {
      const shape = workFacts(promptBounds)
      const chosen = apart ? views.work(promptBounds) : [wholeView(shape)]
      const queries = chosen.map((view) => packedQuery(shape, sourceOf(users), view))
      return facts.inPieces(queries, [organizationId, day, ...users])
    },
    async sessionHistory(organizationId, day) {
      const values = [organizationId, day, firstFollowedDay(day)]
      const both = { source: tableName, all: tableName }
      const starts = await file.all(startsQuery(tableName, '$1', '$2', '$3', 'in'), values, toStart)
      if (!tellSeveralLevels(starts)) return { starts, calls: [] }
      return { starts, calls: await file.all(unleveledQuery(both, '$1', '$2', '$3', 'in'), values, toUnleveled) }
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
    async countOfSession(organizationId, session, day) {
      const countIf = (condition: string) => `count(*) filter (where ${condition})`
      const query = sessionCountsQuery(tableName, countIf, '$1', '$2', '$3')
      const [counts] = await file.all(query, [organizationId, day, session], toSessionCounts)
      return counts ?? { modelCalls: 0, work: 0 }
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
      const places = models.map((_, index) => `$${index + 3}`)
      const query = userTokensQuery(tableName, '$1', '$2', places)
      return file.all(query, [organizationId, day, ...models], toUserTokens)
    },
    async remove(organizationId, { from, to, users }) {
      const ofUsers = users === null ? '' : `and ${quote('user')} in (${users.map((_, at) => `$${at + 4}`).join(', ')})`
      const sql = `delete from ${tableName}
        where ${quote('organization')} = $1 and ${quote('day')} between $2 and $3 ${ofUsers}`
      const [count] = await file.all(sql, [organizationId, from, to, ...(users ?? [])], (row) => Number(row.number(0)))
      return count ?? 0
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

const views = factViews('[]')
const nameQueries = views.names.map((view) => packedQuery(dayFacts, tableName, view))

function foldedSource(source: string, folded: readonly FoldedNames[]): string {
  return folded.length === 0 ? source : withFoldedNames(source, '$1', '$2', folded, 'in')
}
