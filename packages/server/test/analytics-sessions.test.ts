import { describe, expect, it } from 'vitest'
import type { UsageEvent } from '../src/know/events/usage-event.ts'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { batchWorld } from './batch-world.ts'
import { rowsOf } from './database-rows.ts'
import { event } from './events-samples.ts'

const at = (time: string) => Date.parse(`2026-03-${time}Z`)
const call = (time: string, parts: Partial<UsageEvent> = {}) => event({ timeMs: at(time), ...parts })
const said = (time: string, parts: Partial<UsageEvent> = {}) => call(time, { type: 'message', name: 'user', ...parts })
const start = (time: string, parts: Partial<UsageEvent> = {}) =>
  call(time, { type: 'session_start', name: '', ...parts })

const server = sharedTestServer({ MUSTER_NOW: '2026-03-05T09:30:00.000Z' })

describe('a session that goes on past midnight', () => {
  async function rows(organization: string, kind: string): Promise<Record<string, never>[]> {
    const found = await rowsOf(
      server().databaseUrl,
      'select body from analytics_documents where organization_id = $1 and kind = $2 order by day, part',
      [organization, kind],
    )
    return found.map(({ body }) => JSON.parse(String(body)))
  }

  it('starts once, has one client, and keeps its level, in whatever order its days come', async () => {
    const { write, batch, newOrganization } = await batchWorld(server())
    const second = [
      start('03T09:00:00', { client: 'terminal-ui' }),
      call('03T00:05:00'),
      call('03T10:00:00', { client: 'terminal-ui' }),
      start('03T09:30:00', { extra: 'auto-low' }),
      said('03T10:00:00', { client: 'terminal-ui' }),
    ]
    const first = [
      start('02T23:50:00', { client: 'web', extra: 'auto-high' }),
      said('02T23:51:00', { client: 'web' }),
      call('02T23:55:00', { client: 'web' }),
    ]
    for (const [early, late] of [
      [first, second],
      [second, first],
    ] as const) {
      const organization = newOrganization()
      await write(organization, early)
      await batch().refresh(organization)
      await write(organization, late)
      // What is opened again because of another day is computed the next time.
      await batch().refresh(organization)
      await batch().refresh(organization)
      expect(await rows(organization, 'activity')).toMatchObject([
        { sessions: 1, daily_active_users_by_client: { 'terminal-ui': 0, web: 1 } },
        { sessions: 0, daily_active_users_by_client: { 'terminal-ui': 0, web: 1 } },
        { sessions: 0 },
      ])
      const [, tools] = await rows(organization, 'tools')
      // Five past midnight it still is the level of the evening before; at ten it is the one that was told since.
      expect(tools).toMatchObject({
        tool_autonomy_level_ratio: { auto_high: 0.5, auto_low: 0.5, manual: 0 },
        tool_autonomy_unknown_ratio: 0,
      })
    }
  })

  it.each([
    ['its start alone', [], 0],
    ['a tool that ran', [call('02T09:00:01')], 0],
    ['an answer', [said('02T09:00:01', { name: 'assistant' })], 0],
    ['a call of a model for a title', [call('02T09:00:01', { type: 'model_call', name: 'm', extra: 'helper' })], 0],
    ['a call of a model', [call('02T09:00:01', { type: 'model_call', name: 'm' })], 1],
    [
      'a call of a model of which only the tokens are known',
      [call('02T09:00:01', { type: 'model_call', name: 'm', quantity: 0, inputTokens: 5 })],
      1,
    ],
    ['a message of the user', [said('02T09:00:01')], 1],
    ['a message on a later day', [said('03T09:00:00')], 0],
  ])('begins with a message or a call of a model: %s', async (_, events, sessions) => {
    const { write, batch, newOrganization } = await batchWorld(server())
    const organization = newOrganization()
    await write(organization, [start('02T09:00:00'), ...events])
    await batch().refresh(organization)
    const [first] = await rows(organization, 'activity')
    expect(first).toMatchObject({ sessions, daily_active_users: 1 })
  })

  it('without a reported level counts as manual, and its level as unknown', async () => {
    const { write, batch, newOrganization } = await batchWorld(server())
    const organization = newOrganization()
    await write(organization, [call('02T10:00:00'), call('02T10:00:01', { extra: 'manual' })])
    await batch().refresh(organization)
    expect(await rows(organization, 'tools')).toMatchObject([
      { tool_autonomy_level_ratio: { manual: 1 }, tool_autonomy_unknown_ratio: 0.5 },
    ])
  })
})
