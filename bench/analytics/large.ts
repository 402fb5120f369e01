import { get, type IncomingMessage } from 'node:http'
import type pg from 'pg'
import { peopleOf } from '../../packages/server/src/govern/people/people.ts'
import { computeActivity } from '../../packages/server/src/know/analytics/activity-rows.ts'
import { computeDay } from '../../packages/server/src/know/analytics/day-rows.ts'
import { partsOf } from '../../packages/server/src/know/analytics/parts.ts'
import type { Fact } from '../../packages/server/src/know/events/usage-event.ts'
import { residentBytes } from '../processes.ts'
import type { Service } from '../service.ts'
import { median } from '../statistics.ts'
import { nameOf, pastDays, withClient, withInstallation } from './installation.ts'
import { inventedEvents } from './invented-events.ts'
import type { Plan } from './plan.ts'

export interface LargeFigures {
  readonly days: number
  readonly users: number
  readonly reads: readonly LargeRead[]
  readonly firstByteTargetMs: number
  readonly growthTargetMb: number
}

/** One way to read everything, and how much the memory of the service grew meanwhile. */
interface LargeRead {
  readonly name: string
  readonly requests: number
  readonly megabytes: number
  readonly seconds: number
  readonly firstByteMs: { readonly median: number; readonly longest: number }
  readonly residentBeforeMb: number
  readonly grownMb: number
}

interface LargeOptions {
  readonly plan: Plan
  readonly profileDir: string | undefined
  readonly progress: (text: string) => void
}

export const largeName = 'serve, a large organization'

/**
 * Reads everything of an organization in which everybody is active every day. The documents are written into Postgres
 * directly, the same ones for each day. Making that many events would take hours and would not change how they are
 * read.
 */
export function measureLarge({ plan, profileDir, progress }: LargeOptions): Promise<LargeFigures> {
  const { days: dayCount, users, firstBytes } = plan.large
  const days = pastDays(dayCount).map(nameOf)
  return withInstallation(profileDir, async ({ organizationId, start }) => {
    const service = await start()
    try {
      progress(`large: writing ${dayCount} days of ${users} users`)
      await withClient(service, (client) => writeDocuments(client, organizationId, days, users))
      const range = `startDate=${days[0]}&endDate=${days.at(-1)}`
      // The first requests load code that every later request needs.
      for (let time = 0; time < 3; time++) await read(service, `/api/v1/analytics/activity?${range}`)
      progress('large: first bytes of /tokens')
      const beginnings = await watch(service, '/tokens, given up after the first byte', async (note) => {
        for (let time = 0; time < firstBytes; time++) {
          note(await read(service, `/api/v1/analytics/tokens?${range}`, { giveUp: true }))
        }
      })
      progress('large: reading all of /tokens')
      const tokens = await watch(service, '/tokens, the whole range', async (note) => {
        note(await read(service, `/api/v1/analytics/tokens?${range}`))
      })
      progress('large: reading all pages of /users')
      const pages = await watch(service, '/users, page by page, 100 users each', async (note) => {
        let cursor = ''
        do {
          const page = await read(service, `/api/v1/analytics/users?${range}&limit=100${cursor}`)
          note(page)
          cursor = /"next_cursor":"([^"]+)"/.exec(page.end)?.[1] ?? ''
          if (cursor !== '') cursor = `&cursor=${encodeURIComponent(cursor)}`
        } while (cursor !== '')
      })
      const targets = { firstByteTargetMs: 100, growthTargetMb: 100 }
      return { days: dayCount, users, reads: [beginnings, tokens, pages], ...targets }
    } finally {
      await service.stop()
    }
  })
}

interface Reading {
  readonly firstByteMs: number
  readonly bytes: number
  /** The end of the answer. */
  readonly end: string
}

async function watch(
  { pid }: Service,
  name: string,
  work: (note: (reading: Reading) => void) => Promise<void>,
): Promise<LargeRead> {
  const before = residentBytes(pid)
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, residentBytes(pid))
  }, 20)
  const readings: Pick<Reading, 'firstByteMs' | 'bytes'>[] = []
  const startedAt = performance.now()
  await work(({ firstByteMs, bytes }) => readings.push({ firstByteMs, bytes })).finally(() => clearInterval(timer))
  const firstBytes = readings.map(({ firstByteMs }) => firstByteMs)
  return {
    name,
    requests: readings.length,
    megabytes: readings.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6,
    seconds: (performance.now() - startedAt) / 1000,
    firstByteMs: { median: median(firstBytes), longest: Math.max(...firstBytes) },
    residentBeforeMb: before / 1e6,
    grownMb: (most - before) / 1e6,
  }
}

/** Reads an answer without keeping it. */
async function read({ port, headers }: Service, path: string, { giveUp = false } = {}): Promise<Reading> {
  const startedAt = performance.now()
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, headers }, resolve).on('error', reject)
  })
  if (answer.statusCode !== 200) throw new Error(`GET ${path} was answered with ${answer.statusCode}.`)
  let [firstByteMs, bytes] = [0, 0]
  let end = Buffer.alloc(0)
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    if (bytes === 0) firstByteMs = performance.now() - startedAt
    bytes += chunk.length
    end = Buffer.from(Buffer.concat([end, chunk.subarray(-1000)]).subarray(-1000))
    if (giveUp) break
  }
  return { firstByteMs, bytes, end: end.toString() }
}

const writtenAs = '2026-01-01'

async function writeDocuments(client: pg.Client, organizationId: string, days: readonly string[], users: number) {
  const rows = computeDay({ day: writtenAs, facts: factsOf(users), people: peopleOf([]) })
  const activity = computeActivity({
    day: writtenAs,
    counts: rows.counts,
    window: [],
  })
  const documents = {
    tokens: rows.tokens,
    tools: rows.tools,
    activity: activity.activity,
    productivity: rows.productivity,
  }
  for (const [kind, body] of Object.entries(documents)) {
    await client.query(
      `insert into analytics_documents (organization_id, kind, day, part, body)
       select $1, $2, day, part - 1, replace(body, '${writtenAs}', day)
       from unnest($3::text[]) as one (day) cross join unnest($4::text[]) with ordinality as parts (body, part)`,
      [organizationId, kind, days, partsOf(JSON.stringify(body))],
    )
  }
  const [ids, bodies] = [rows.users.map((row) => row.user_id), rows.users.map((row) => JSON.stringify(row))]
  await client.query(
    `insert into analytics_user_days (organization_id, user_id, day, body)
     select $1, user_id, day, replace(body, '${writtenAs}', day)
     from unnest($3::text[], $4::text[]) as person (user_id, body) cross join unnest($2::text[]) as one (day)`,
    [organizationId, days, ids, bodies],
  )
  await client.query(
    `insert into analytics_days (organization_id, day, generation, computed_generation, computed_at)
     select $1, day, 1, 1, 0 from unnest($2::text[]) as one (day)`,
    [organizationId, days],
  )
  await client.query('insert into analytics_versions (organization_id, version) values ($1, 1)', [organizationId])
  await client.query('vacuum analyze analytics_user_days')
  await client.query('vacuum analyze analytics_documents')
}

/** What a store would return for 40 events of each user. */
function factsOf(users: number): Fact[] {
  const start = Date.parse(writtenAs)
  return Array.from({ length: users }, (_, user) =>
    [...inventedEvents({ user, dayMs: start, from: 0, to: 40 })].map(
      (event): Fact => ({ ...event, about: '', events: 1 }),
    ),
  ).flat()
}
