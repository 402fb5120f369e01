import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayOf } from '../src/ground/platform/days.ts'
import type { Entry } from '../src/know/events/append.ts'
import { createClient } from '../src/know/events/clickhouse/client.ts'
import { parseNodes } from '../src/know/events/clickhouse/nodes.ts'
import { openClickHouseStore } from '../src/know/events/clickhouse/open-clickhouse-store.ts'
import { eventTable } from '../src/know/events/clickhouse/tables.ts'
import { createWriter } from '../src/know/events/clickhouse/writer.ts'
import { idDayOf } from '../src/know/events/identity.ts'
import type { UsageEvent } from '../src/know/events/usage-event.ts'
import { clusterName, findClickHouse, password, startClickHouse } from './events-clickhouse-server.ts'
import { anyAppends, counting, event, expectedFacts, factsFrom, noon, sampleDays, sorted } from './events-samples.ts'

const program = await findClickHouse()
const day = dayOf(noon)
const unavailable = expect.objectContaining({ name: 'AppError', code: 'unavailable' })

/** Everything that was logged. */
let logged = ''
const log = pino(
  { level: 'debug' },
  {
    write(line: string) {
      logged += line
    },
  },
)

describe.skipIf(program === undefined)('ClickHouse', () => {
  let cluster: Awaited<ReturnType<typeof startClickHouse>>
  beforeAll(async () => {
    cluster = await startClickHouse(program ?? '')
  })
  afterAll(() => cluster.stop())

  const open = (database: string, url = cluster.url(database)) =>
    openClickHouseStore({ url, cluster: clusterName, log, minIntervalMs: 0 })

  /** Writes without looking what is there, as a second Muster does in an unlucky moment. */
  async function writeBlindly(database: string, organizationId: string, events: readonly UsageEvent[]): Promise<void> {
    const writer = createWriter(
      createClient(parseNodes(cluster.url(database)), log, async () => {}),
      eventTable(clusterName),
    )
    const entries = events.map((given): Entry => {
      const scope = { organizationId, idDay: idDayOf(given), entries: new Map() }
      return { scope, event: given, stored: undefined, arrivedMs: 1 }
    })
    await writer.write(entries)
  }

  /** Rows on one shard, counted or not. */
  async function rowsOn(shard: number, database: string): Promise<number> {
    const [node] = parseNodes(cluster.servers[shard]?.url(database) ?? '')
    const client = createClient(node ? [node] : [], log, async () => {})
    return Number((await client.request({ sql: 'select count() from usage_events' })).toString())
  }

  it('counts an event once that several nodes wrote, in different parts and on different shards', async () => {
    const database = `blind_${randomUUID()}`
    const store = await open(database)
    let expectedCount = 0
    await fc.assert(
      fc.asyncProperty(anyAppends, async (appends) => {
        const organization = randomUUID()
        const all = appends.flat()
        for (const events of appends) if (events.length > 0) await writeBlindly(database, organization, events)
        for (const date of sampleDays) {
          expect(sorted(await factsFrom(store, organization, date))).toEqual(expectedFacts(all, date, true))
        }
        const mine = counting(all, true).filter(({ user }) => user === 'u:1')
        expect(await store.daysOf(organization, 'u:1')).toEqual(
          [...new Set(mine.map(({ timeMs }) => dayOf(timeMs)))].toSorted(),
        )
        expectedCount += counting(all, true).length
      }),
      { numRuns: 20 },
    )
    expect(await store.count()).toBe(expectedCount)
    const exported: UsageEvent[] = []
    for await (const { events } of store.export()) exported.push(...events)
    expect(exported).toHaveLength(expectedCount)
    const [one, two] = [await rowsOn(0, database), await rowsOn(1, database)]
    expect(Math.min(one, two)).toBeGreaterThan(0)
    expect(one + two).toBeGreaterThan(expectedCount)
  })

  it('puts the events of a session on one shard, and those of many sessions on both', async () => {
    const database = `sharded_${randomUUID()}`
    const store = await open(database)
    const organization = randomUUID()
    await store.append(
      organization,
      Array.from({ length: 100 }, () => event({ session: 'one' })),
    )
    expect([await rowsOn(0, database), await rowsOn(1, database)].toSorted((a, b) => a - b)).toEqual([0, 100])
    await store.append(
      organization,
      Array.from({ length: 100 }, (_, index) => event({ session: `${index}` })),
    )
    expect(Math.min(await rowsOn(0, database), await rowsOn(1, database))).toBeGreaterThan(20)
  })

  it('takes events of more than a hundred days in one append', async () => {
    const store = await open(`days_${randomUUID()}`)
    const organization = randomUUID()
    const events = Array.from({ length: 120 }, (_, index) => event({ timeMs: noon - index * 86_400_000 }))
    expect(await store.append(organization, events)).toMatchObject({ added: 120 })
    expect(await store.append(organization, events)).toMatchObject({ added: 0 })
    expect(await store.daysOf(organization, 'e:ada@example.com')).toHaveLength(120)
  })

  it('is unavailable while a shard is down, gives no incomplete answer, and recovers by itself', async () => {
    const database = `outage_${randomUUID()}`
    const organization = randomUUID()
    const store = await open(database)
    const before = Array.from({ length: 50 }, (_, index) => event({ session: `${index}` }))
    const during = Array.from({ length: 50 }, (_, index) => event({ session: `${index}` }))
    await store.append(organization, before)
    for (const shard of cluster.servers) {
      await shard.kill()
      await expect(store.append(organization, during)).rejects.toEqual(unavailable)
      await expect(factsFrom(store, organization, day)).rejects.toEqual(unavailable)
      await expect(store.daysOf(organization, 'u:1')).rejects.toEqual(unavailable)
      await expect(store.count()).rejects.toEqual(unavailable)
      await expect(Array.fromAsync(store.export())).rejects.toEqual(unavailable)
      await expect(store.ping()).rejects.toEqual(unavailable)
      await shard.start()
      await store.ping()
      const facts = sorted(await factsFrom(store, organization, day))
      // What was refused may have been stored in part, but then it counts, and every event counts once.
      expect(facts.filter(({ events }) => events < 1 || events > 2)).toEqual([])
      await store.append(organization, [...before, ...during])
      expect(sorted(await factsFrom(store, organization, day))).toEqual(expectedFacts([...before, ...during], day))
    }
  })

  it('opens while a shard is down, and creates what is missing once it is there', async () => {
    const organization = randomUUID()
    await cluster.servers[1]?.kill()
    const store = await open(`late_${randomUUID()}`)
    await expect(store.append(organization, [event()])).rejects.toEqual(unavailable)
    await cluster.servers[1]?.start()
    expect(await store.append(organization, [event(), event()])).toMatchObject({ added: 2 })
  })

  it('keeps what it acknowledged when a server is killed', async () => {
    const store = await open(`killed_${randomUUID()}`)
    const organization = randomUUID()
    const events = Array.from({ length: 500 }, (_, index) => event({ session: `${index % 9}` }))
    await store.append(organization, events)
    for (const server of cluster.servers) {
      await server.kill()
      await server.start()
    }
    expect(sorted(await factsFrom(store, organization, day))).toEqual(expectedFacts(events, day))
  })

  it('lets several Musters write the same events at the same time', async () => {
    const database = `shared_${randomUUID()}`
    const stores = await Promise.all([open(database), open(database), open(database)])
    const organization = randomUUID()
    const events = Array.from({ length: 300 }, (_, index) => event({ session: `${index % 9}` }))
    await Promise.all(stores.map((store) => store.append(organization, events)))
    for (const store of stores) {
      expect(sorted(await factsFrom(store, organization, day))).toEqual(expectedFacts(events, day))
      expect(await store.count()).toBe(300)
    }
  })

  it('says what a person must change, without the password', async () => {
    const [first, second] = cluster.servers
    const wrong = first?.url('x').replace('://muster:', '://muster:wrong') ?? ''
    const cases = [
      { url: wrong, cluster: undefined, says: /refuses the user or the password/ },
      { url: first?.url('x') ?? '', cluster: 'nowhere', says: /knows no cluster/ },
      { url: cluster.url('x'), cluster: undefined, says: /CLICKHOUSE_CLUSTER/ },
      { url: first?.url(`new_${randomUUID()}`) ?? '', cluster: clusterName, says: /CLICKHOUSE_URL must name all/ },
      { url: `${first?.url('x')},${second?.url('y')}`, cluster: clusterName, says: /same database/ },
      { url: `ftp://muster:${password}@localhost/x`, cluster: undefined, says: /must be http/ },
      { url: `muster:${password}`, cluster: undefined, says: /must be http/ },
    ]
    for (const { says, ...options } of cases) {
      const error = await openClickHouseStore({ ...options, log }).then(
        () => undefined,
        (reason: unknown) => reason,
      )
      expect(String(error)).toMatch(says)
      expectNoSecret(error)
    }
    const nowhere = await openClickHouseStore({
      url: `http://muster:${encodeURIComponent(password)}@127.0.0.1:1/x`,
      log,
    })
    const error = await nowhere.ping().catch((reason: unknown) => reason)
    expect(error).toEqual(unavailable)
    expectNoSecret(error)
    expect(logged).toContain('ClickHouse cannot be reached yet')
    expectNoSecret(logged)
  })
})

/** Neither as it is, nor encoded, in the error, its causes or their stacks. */
function expectNoSecret(subject: unknown): void {
  let text = ''
  for (let part: unknown = subject; part !== undefined && part !== null; part = (part as Error).cause) {
    text += `${String(part)} ${(part as Error).stack} ${JSON.stringify(part)}`
  }
  const secret = `muster:${password}`
  for (const form of [password, encodeURIComponent(password), Buffer.from(secret).toString('base64')]) {
    expect(text).not.toContain(form)
  }
}
