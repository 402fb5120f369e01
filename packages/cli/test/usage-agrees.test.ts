import type { CostsRow } from '@muster/contract/costs'
import { portionsOf } from '@muster/history/import/portions'
import { type Summary, summarize } from '@muster/history/summary/usage'
import { describe, expect, it } from 'vitest'
import { copyOfHome, readHome, recordedHomes, temporaryHome } from '../../history/test/home.ts'
import { answer, chat, writeLines } from '../../history/test/write-lines.ts'
import { newPeople, type Person, sharedTestServer } from '../../server/src/testing/test-server.ts'
import { asPerson } from './as-owner.ts'
import { asTelemetry } from './history-as-telemetry.ts'

type Usage = Summary['usage']

const server = sharedTestServer({ MUSTER_NOW: '2026-11-19T12:00:00Z', MUSTER_RATE_LIMIT: '0' })
const range = { startDate: '2026-11-14', endDate: '2026-11-18' }

/** The numbers that `muster usage` and the service both show, in the words of the service. */
function shownHere({ rows, totals, activity }: Usage) {
  const tokens = rows.reduce(
    (sums, row) => ({
      input: sums.input + row.inputTokens + row.cacheReadTokens + row.cacheWriteTokens,
      output: sums.output + row.outputTokens,
      cacheRead: sums.cacheRead + row.cacheReadTokens,
      cacheWrite: sums.cacheWrite + row.cacheWriteTokens,
    }),
    { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  )
  const models = rows.map(({ date, model, calls, unpricedTokens, cost }) => {
    return [date, model, calls, unpricedTokens, cost?.amount ?? null, cost?.pricesOf ?? null].join(' ')
  })
  const done = activity.map((row) => [row.date, row.sessions, row.userMessages, row.toolCalls].join(' '))
  return { models: models.toSorted(), tokens, done, cost: totals.cost?.amount, unpriced: totals.unpricedTokens }
}

async function shownByService(owner: Person) {
  await owner.analytics.refresh()
  const [costs, { data: tokens }, { data: own, month }] = await Promise.all([
    owner.analytics.costs(range),
    owner.analytics.tokens(range),
    owner.organization.myUsage(range),
  ])
  const days = costs.data as CostsRow[]
  const models = days.flatMap(({ date, by_model }) =>
    by_model.map(({ model_id, model_calls, unpriced_tokens, cost, prices_of }) => {
      return [date, model_id, model_calls, unpriced_tokens, cost, prices_of].join(' ')
    }),
  )
  const sum = (field: `${'input' | 'output' | 'cache_read' | 'cache_write'}_tokens`) =>
    tokens.reduce((all, row) => all + Number((row as unknown as Record<string, number>)[field]), 0)
  return {
    models: models.toSorted(),
    tokens: {
      input: sum('input_tokens'),
      output: sum('output_tokens'),
      cacheRead: sum('cache_read_tokens'),
      cacheWrite: sum('cache_write_tokens'),
    },
    // The service also has a row for a day on which only a call ended.
    done: own
      .filter((row) => row.sessions + row.user_messages + row.tool_calls > 0)
      .map((row) => [row.date, row.sessions, row.user_messages, row.tool_calls].join(' ')),
    cost: month.cost ?? undefined,
    unpriced: month.unpriced_tokens,
  }
}

describe.each(recordedHomes)('the history of %s', (name) => {
  it('has the same numbers on the machine and in the service', async () => {
    const { agent, ledger, histories } = readHome(copyOfHome(name))
    const { owner } = await newPeople(server(), 'acme')
    for (const { events } of portionsOf([{ agent, ledger, roots: [], files: 1 }])) {
      const { rejected } = await owner.telemetry.events({ source: 'history', events: [...events] })
      expect(rejected).toEqual([])
    }
    const { usage } = summarize(histories, { timezone: 'UTC' })
    expect(await shownByService(owner)).toEqual(shownHere(usage))
  })
})

it('costs the same when Copilot sends it as telemetry, whose number of requests is no money', async () => {
  const { agent, ledger, histories } = readHome(copyOfHome('copilot/basic'))
  const { owner } = await newPeople(server(), 'acme')
  for (const { signal, body } of asTelemetry(agent.agent, ledger)) {
    expect((await server().raw('POST', `/v1/${signal}`, { key: owner.key, json: body })).json).toEqual({})
  }
  const { models, cost, unpriced } = shownHere(summarize(histories, { timezone: 'UTC' }).usage)
  expect(await shownByService(owner)).toMatchObject({ models, cost, unpriced })
  const { data } = await owner.analytics.costs(range)
  expect(data.flatMap(({ other_currencies }) => other_currencies)).toEqual([{ currency: 'XXX', cost: 13 }])
})

describe('a history of Claude Code', () => {
  const at =
    (timestamp: string, model = 'claude-sonnet-4-5') =>
    (id: string, tokens: Record<string, unknown>) => {
      const given = answer(id, { timestamp })
      const usage = { ...given.message.usage, ...tokens }
      return { ...given, message: { ...given.message, model, usage } }
    }
  const written = (minutes: number, hour: number) => ({
    cache_creation_input_tokens: minutes + hour,
    cache_creation: { ephemeral_5m_input_tokens: minutes, ephemeral_1h_input_tokens: hour },
  })
  const noon = '2026-11-15T12:00:00.000Z'

  async function shown(records: readonly unknown[]) {
    const home = temporaryHome()
    writeLines(home, chat, records)
    const { owner } = await newPeople(server(), 'acme')
    const person = await asPerson(server(), owner.key)
    const usage = await person.json<Usage>('usage', '--home', home, '--timezone', 'UTC')
    expect(await person.json('import', '--home', home, '--yes')).toMatchObject({ rejected: 0, duplicates: 0 })
    return { here: shownHere(usage), there: await shownByService(owner) }
  }

  it('costs the same in both, whether its cache is kept for five minutes, for an hour, or partly for each', async () => {
    const { here, there } = await shown([
      at(noon)('minutes', written(1_001, 0)),
      at(noon)('hour', written(0, 2_003)),
      at(noon)('both', written(3_001, 4_007)),
      at(noon)('unknown', { cache_creation_input_tokens: 5_003 }),
      at(noon, 'claude-opus-4-5')('opus', { ...written(307, 503), cache_read_input_tokens: 7 }),
      at(noon, 'house-coder')('unpriced', written(11, 13)),
    ])
    expect(there).toEqual(here)
    // Sonnet: 9,005 tokens at $3.75, 6,010 at $6, 40 at $3, 20 at $15. Opus: 307 at $6.25, 503 at $10, 7 at $0.50, 10 at $5, 5 at $25.
    const sonnet = 9_005 * 3.75 + 6_010 * 6 + 40 * 3 + 20 * 15
    const opus = 307 * 6.25 + 503 * 10 + 7 * 0.5 + 10 * 5 + 5 * 25
    expect(there).toMatchObject({ cost: (sonnet + opus) / 1e6, unpriced: 39 })
  })

  it('costs the same in both when a prompt is so long that each kind of token has another price', async () => {
    const { here, there } = await shown([
      at(noon)('short', written(100_000, 99_990)),
      at(noon)('long', written(100_000, 99_991)),
    ])
    expect(there).toEqual(here)
    const short = 100_000 * 3.75 + 99_990 * 6 + 10 * 3 + 5 * 15
    const long = 100_000 * 7.5 + 99_991 * 12 + 10 * 6 + 5 * 22.5
    expect(there.cost).toBe((short + long) / 1e6)
  })

  it('has a call that goes on past midnight on the day of its end, in both', async () => {
    const { here, there } = await shown([
      at('2026-11-14T12:00:00.000Z')('before', {}),
      at('2026-11-14T23:59:59.000Z')('over', { output_tokens: 5 }),
      at('2026-11-15T00:00:01.000Z')('over', { output_tokens: 90 }),
    ])
    expect(there).toEqual(here)
    expect(there.models).toEqual([
      expect.stringMatching(/^2026-11-14 claude-sonnet-4-5 1 /),
      expect.stringMatching(/^2026-11-15 claude-sonnet-4-5 1 /),
    ])
  })
})
