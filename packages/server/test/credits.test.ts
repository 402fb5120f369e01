import type { TokensRow, UserRow } from '@muster/contract/analytics'
import type { UsageEventInput } from '@muster/contract/telemetry'
import type { Client } from '@muster/sdk'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operatorKey, sharedTestServer, type TestServer, testServer } from '../src/testing/test-server.ts'
import { creditsAre } from './credits-used.ts'
import { rowsOf } from './database-rows.ts'
import { clusterName, findClickHouse, startClickHouse } from './events-clickhouse-server.ts'
import { attributes, request } from './fixtures/agents/build.ts'

const environment = { MUSTER_NOW: '2026-03-20T12:00:00Z', MUSTER_RATE_LIMIT: '0' }
const server = sharedTestServer(environment)
const generous = 1e15

type ModelCall = Extract<UsageEventInput, { type: 'model_call' }>

function modelCall(parts: Partial<ModelCall>): ModelCall {
  const time = '2026-03-20T11:00:00Z'
  return { time, client: 'web', type: 'model_call', model: 'm', inputTokens: 0, outputTokens: 0, ...parts }
}

/** An organization whose people all have a limit that they cannot reach, so that they are listed. */
async function organization(on: TestServer = server(), names = ['ada', 'alan']) {
  const operator = on.client(operatorKey).operator
  const { apiKey } = await operator.createOrganization({ name: 'x', ownerEmail: 'o@x.test' })
  const owner = on.client(apiKey)
  const emails = names.map((name) => `${name}@x.test`)
  const people: Client[] = []
  for (const email of emails) {
    const { id: userId } = await owner.users.invite({ email, role: 'member' })
    people.push(on.client((await owner.apiKeys.create({ name: 'agent', userId })).key))
  }
  await owner.limits.set({ users: emails.map((email) => ({ email, limit: generous })) })
  return { owner, key: apiKey, people, used: (email: string, credits: number) => creditsAre(on, owner, email, credits) }
}

describe('used credits', () => {
  it('follow events of today by themselves, without anybody asking for it', async () => {
    const { owner, people } = await organization()
    const events = [modelCall({ inputTokens: 1_000, outputTokens: 200, cacheReadTokens: 500 })]
    await people[0]?.telemetry.events({ events })
    const list = async () => (await owner.limits.list()).users
    const expected = [
      { email: 'ada@x.test', limit: generous, used: 750 },
      { email: 'alan@x.test', limit: generous, used: 0 },
    ]
    await expect.poll(list, { interval: 200 }).toEqual(expected)
  })

  it('follow OpenTelemetry of an agent', async () => {
    const { key, used } = await organization()
    const values = {
      'event.name': 'api_request',
      'session.id': 's',
      'user.email': 'Alan@X.test',
      request_id: 'r1',
      model: 'claude-opus-4-5',
      input_tokens: 100,
      output_tokens: 20,
      cache_read_tokens: 1_000,
      cache_creation_tokens: 30,
    }
    const time = { timeUnixNano: `${server().now()}000000`, attributes: attributes(values) }
    const { request: json } = request('logs', 'claude-code', time)
    expect((await server().raw('POST', '/v1/logs', { key, json })).status).toBe(200)
    await used('alan@x.test', 250)
  })

  it('count an event once, in whatever version and however often it comes', async () => {
    const { owner, used } = await organization()
    const send = (...events: ModelCall[]) => owner.telemetry.events({ events })
    const call = modelCall({ id: 'a', userEmail: 'alan@x.test', inputTokens: 100 })
    await send(call, modelCall({ id: 'b', userEmail: 'ADA@x.test', inputTokens: 7 }), call)
    await used('alan@x.test', 100)
    await used('ada@x.test', 7)
    // The version whose user is first in the alphabet counts, so these tokens go from one person to the other.
    await send(call, { ...call, userEmail: 'ada@x.test' })
    await used('alan@x.test', 0)
    await used('ada@x.test', 107)
    await send(modelCall({ id: 'late', userEmail: 'alan@x.test', inputTokens: 5, time: '2026-03-02T01:00:00Z' }))
    await used('alan@x.test', 5)
  })

  it('include only this month', async () => {
    const { owner, used } = await organization()
    const days = ['2026-02-28T23:59:59.999Z', '2026-03-01T00:00:00Z', '2026-03-19T00:00:00Z', '2026-03-20T12:00:00Z']
    const events = days.map((time, index) => modelCall({ time, userEmail: 'ada@x.test', inputTokens: 10 ** index }))
    await owner.telemetry.events({ events })
    await used('ada@x.test', 1_110)
  })

  it('include people who become members later, and nobody of another organization', async () => {
    const { owner, used } = await organization()
    const other = await organization()
    const events = [modelCall({ userEmail: 'Grace@x.test', inputTokens: 33 })]
    await owner.telemetry.events({ events })
    await server().app.services.credits.countDue()
    for (const { owner: each } of [{ owner }, other]) {
      await each.users.invite({ email: 'grace@X.test', role: 'member' })
      await each.limits.set({ users: [{ email: 'grace@x.test', limit: generous }] })
      await each.analytics.refresh()
    }
    await used('grace@X.test', 33)
    await other.used('grace@X.test', 0)
  })

  it('weigh each token by the multiplier of its model, as of the controls in force', async () => {
    const { owner, people, used } = await organization()
    const tokens = [
      ['opus', 1_000],
      ['mini', 15],
      ['other', 7],
    ] as const
    const events = tokens.map(([model, inputTokens]) => modelCall({ model, inputTokens }))
    await people[0]?.telemetry.events({ events })
    await used('ada@x.test', 1_022)
    await owner.controls.replace({ modelMultipliers: { opus: 5, mini: 0.1, unknown: 9 } })
    // 5000 + 1.5 + 7: rounded once for the whole day, halves up.
    await used('ada@x.test', 5_009)
    await owner.controls.replace({ modelMultipliers: { opus: 0 } })
    await used('ada@x.test', 22)
    await owner.controls.replace({})
    await used('ada@x.test', 1_022)
  })

  it('of earlier months are forgotten when two more months have begun', async () => {
    const own = await testServer({ ...environment, MUSTER_NOW: '2026-01-20T12:00:00Z' })
    const { people, used } = await organization(own)
    await people[0]?.telemetry.events({ events: [modelCall({ time: '2026-01-20T11:00:00Z', inputTokens: 5 })] })
    await used('ada@x.test', 5)
    const kept = async () => {
      await own.app.services.credits.countDue()
      return (await rowsOf(own.databaseUrl, 'select day from credit_use')).map(({ day }) => day)
    }
    own.advance(Date.parse('2026-02-28T23:59:59Z') - own.now())
    expect(await kept()).toEqual(['2026-01-20'])
    own.advance(1_000)
    await expect.poll(kept).toEqual([])
  })

  it('refuse multipliers that make no sense', async () => {
    const { owner } = await organization()
    for (const multiplier of [-1, 1_001, '2', null]) {
      const settings = { modelMultipliers: { opus: multiplier as number } }
      const errors = [{ path: 'modelMultipliers.opus', message: expect.stringContaining('from 0 to 1000') }]
      await expect(owner.controls.replace(settings)).rejects.toMatchObject({ status: 400, errors })
    }
  })
})

const clickHouse = await findClickHouse()
const engines = ['DuckDB', ...(clickHouse ? ['ClickHouse'] : [])]
let cluster: Awaited<ReturnType<typeof startClickHouse>> | undefined
beforeAll(async () => {
  if (clickHouse) cluster = await startClickHouse(clickHouse)
})
afterAll(() => cluster?.stop())

const models = ['opus', 'mini', "o'dd \\ model", 'other'] as const
const multipliers: Readonly<Record<string, number>> = { opus: 5, mini: 0.25, "o'dd \\ model": 1.7 }
const names = ['ada', 'alan', 'grace']

/** Calls of finished days of the month; few ids, so that some come again, for another person or with other tokens. */
const anyCalls: fc.Arbitrary<ModelCall[]> = fc.array(
  fc
    .record({
      id: fc.nat(60),
      day: fc.integer({ min: 1, max: 4 }),
      model: fc.constantFrom(...models),
      userEmail: fc.constantFrom('ada@x.test', 'ALAN@x.test', 'Grace@x.test', 'nobody@x.test'),
      inputTokens: fc.nat(100_000),
      outputTokens: fc.nat(5_000),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ id, day, share, ...rest }) =>
      modelCall({
        ...rest,
        id: `${id}`,
        time: `2026-03-0${day}T10:00:00Z`,
        sessionId: `${id % 5}`,
        cacheReadTokens: Math.floor(share * rest.inputTokens),
      }),
    ),
  { minLength: 60, maxLength: 60 },
)

describe.each(engines)('credits of finished days, on %s', (engine) => {
  it('agree exactly with the tokens of analytics', async () => {
    const url = engine === 'DuckDB' ? {} : { CLICKHOUSE_URL: cluster?.url('credits') ?? '' }
    const own = await testServer({
      ...environment,
      ...url,
      ...(engine !== 'DuckDB' && { CLICKHOUSE_CLUSTER: clusterName }),
    })
    await fc.assert(
      fc.asyncProperty(anyCalls, async (calls) => {
        const { owner, used } = await organization(own, names)
        await owner.controls.replace({ modelMultipliers: multipliers })
        await Promise.all([0, 20, 40].map((at) => owner.telemetry.events({ events: calls.slice(at, at + 20) })))
        await owner.telemetry.events({ events: calls.slice(10, 30) })
        await owner.analytics.refresh()
        const range = { startDate: '2026-03-01', endDate: '2026-03-19' }
        const { data: days } = (await owner.analytics.tokens(range)) as { data: TokensRow[] }
        const { data: rows } = (await owner.analytics.users({ ...range, limit: '100' })) as { data: UserRow[] }
        for (const email of names.map((name) => `${name}@x.test`)) {
          const people = days.flatMap(({ by_user }) => by_user.filter(({ user_email }) => user_email === email))
          const tokens = people.reduce((sum, { billable_tokens }) => sum + billable_tokens, 0)
          const ofRows = rows.filter(({ user_email }) => user_email === email)
          expect(ofRows.reduce((sum, { billable_tokens }) => sum + billable_tokens, 0)).toBe(tokens)
          // In hundredths, which are whole numbers: every multiplier here has two digits at the most.
          const credits = people.map(({ by_model }) =>
            by_model.reduce(
              (sum, each) => sum + each.billable_tokens * Math.round(100 * (multipliers[each.model_id] ?? 1)),
              0,
            ),
          )
          await used(
            email,
            credits.reduce((sum, each) => sum + Math.floor((each + 50) / 100), 0),
          )
        }
      }),
      // A run takes ten times as long on ClickHouse.
      { numRuns: engine === 'DuckDB' ? 5 : 2 },
    )
  })
})
