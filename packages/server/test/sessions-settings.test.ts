import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'

const server = sharedTestServer()
let computerId: string

beforeAll(async () => {
  computerId = (await server().acme.owner.computers.register({ name: 'workshop' })).id
})

/** Every field of the interface, with a value that is not the one a service would fall back to. */
const everySetting = {
  model: 'claude-opus-4-1',
  reasoningEffort: 'xhigh',
  interactionMode: 'spec',
  autonomyLevel: 'medium',
  autonomyMode: 'auto-medium',
  specModeModel: 'gpt-5/codex:beta',
  specModeReasoningEffort: 'dynamic',
  providerLock: 'anthropic',
  providerLockTimestamp: '2026-03-01T09:30:00.123+05:30',
  apiProviderLock: 'vertex_anthropic',
  assistantActiveTimeMs: Number.MAX_SAFE_INTEGER,
  archivedAt: '2026-03-02T00:00:00Z',
  tags: [
    { name: 'plain' },
    { name: 'Étiquette 🏷️ 名前', metadata: { deep: { list: [1, 'two', null, [{ x: 1.5e-7 }]], '': false } } },
    { name: 'odd', metadata: { constructor: 'a', toString: null, hasOwnProperty: [], '1': '‮\u{10ffff}' } },
  ],
  enabledToolIds: ['read', 'mcp__linear__create_issue'],
  disabledToolIds: [],
} as const

const send = (method: string, path: string, json: unknown) =>
  server().raw(method, path, { key: server().acme.owner.key, json })

const create = async (sessionSettings: unknown = {}) => {
  const answer = await send('POST', '/api/v0/sessions', { computerId, sessionSettings })
  expect([answer.status, answer.json.errors]).toEqual([201, undefined])
  return answer.json
}

const patch = (sessionId: string, sessionSettings: unknown) =>
  send('PATCH', `/api/v0/sessions/${sessionId}`, { sessionSettings })

async function read(sessionId: string) {
  const { owner } = server().acme
  const session = await owner.sessions.get({ sessionId })
  const { sessions } = await owner.sessions.list({ limit: 100 })
  expect(sessions.find((listed) => listed.sessionId === sessionId)).toEqual(session)
  return session.sessionSettings
}

describe('sessionSettings', () => {
  it('come back from POST, GET and the list as they were sent', async () => {
    const session = await create(everySetting)
    expect(session.sessionSettings).toEqual(everySetting)
    expect(await read(session.sessionId)).toEqual(everySetting)
  })

  it('come back from PATCH, GET and the list as they were sent', async () => {
    const { sessionId } = await create()
    const answer = await patch(sessionId, everySetting)
    expect([answer.status, answer.json.sessionSettings]).toEqual([200, everySetting])
    expect(await read(sessionId)).toEqual(everySetting)
  })

  it.each(Object.entries(everySetting))('can each be set alone: %s', async (name, value) => {
    const { sessionId } = await create({ [name]: value })
    expect(await read(sessionId)).toEqual({ [name]: value })
  })

  it('are merged by PATCH, field by field', async () => {
    const { sessionId } = await create(everySetting)
    const change = { model: 'other', tags: [{ name: 'only' }], disabledToolIds: ['bash'] }
    const { json } = await patch(sessionId, change)
    expect(json.sessionSettings).toEqual({ ...everySetting, ...change })
    expect(await read(sessionId)).toEqual({ ...everySetting, ...change })
  })

  it('stay as they are when PATCH sends none', async () => {
    const { sessionId } = await create(everySetting)
    expect((await patch(sessionId, {})).json.sessionSettings).toEqual(everySetting)
  })

  it('keep what many changes at once set', async () => {
    const { sessionId } = await create()
    const changes = Object.entries(everySetting).map(([name, value]) => ({ [name]: value }))
    await Promise.all(changes.map((change) => patch(sessionId, change)))
    expect(await read(sessionId)).toEqual(everySetting)
  })

  it('lose archivedAt when it is null, and nothing else', async () => {
    const { sessionId } = await create(everySetting)
    const { archivedAt, ...rest } = everySetting
    expect((await patch(sessionId, { archivedAt: null })).json.sessionSettings).toEqual(rest)
    expect((await patch(sessionId, { archivedAt: null })).json.sessionSettings).toEqual(rest)
    expect((await patch(sessionId, { archivedAt })).json.sessionSettings).toEqual(everySetting)
  })

  it('move updatedAt, not createdAt or messageCount', async () => {
    const session = await create()
    server().advance(5000)
    const { json } = await patch(session.sessionId, { model: 'x' })
    expect(json).toMatchObject({ createdAt: session.createdAt, messageCount: 0, status: 'idle' })
    expect(json.updatedAt).toBeGreaterThanOrEqual(session.updatedAt + 5000)
  })

  it('keep any JSON in the metadata of a tag', async () => {
    const metadata = fc
      .dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 4, stringUnit: 'grapheme' }))
      .map((value) => JSON.parse(JSON.stringify(value)))
      .filter((value) => !JSON.stringify(value).includes('"__proto__"'))
    await fc.assert(
      fc.asyncProperty(fc.array(metadata, { minLength: 1, maxLength: 5 }), async (all) => {
        const tags = all.map((one, index) => ({ name: `tag ${index}`, metadata: one }))
        const { sessionId } = await create({ tags })
        expect(await read(sessionId)).toEqual({ tags })
      }),
      { numRuns: 40, seed: 7 },
    )
  })
})

describe('refused sessionSettings', () => {
  const refusals: [string, unknown, string][] = [
    ['tokenUsage', { tokenUsage: { inputTokens: 1 } }, 'sessionSettings.tokenUsage'],
    ['an unknown field', { modle: 'x' }, 'sessionSettings.modle'],
    ['a model that is no string', { model: 7 }, 'sessionSettings.model'],
    ['a model of null', { model: null }, 'sessionSettings.model'],
    ['a timestamp that is no time', { providerLockTimestamp: 'yesterday' }, 'sessionSettings.providerLockTimestamp'],
    ['a day that does not exist', { archivedAt: '2026-02-30T00:00:00Z' }, 'sessionSettings.archivedAt'],
    ['a negative duration', { assistantActiveTimeMs: -1 }, 'sessionSettings.assistantActiveTimeMs'],
    ['half a millisecond', { assistantActiveTimeMs: 0.5 }, 'sessionSettings.assistantActiveTimeMs'],
    ['a duration in a string', { assistantActiveTimeMs: '1' }, 'sessionSettings.assistantActiveTimeMs'],
    ['a tag without a name', { tags: [{ name: 'a' }, { metadata: {} }] }, 'sessionSettings.tags[1].name'],
    ['metadata that is a list', { tags: [{ name: 'a', metadata: [] }] }, 'sessionSettings.tags[0].metadata'],
    ['a tag with another field', { tags: [{ name: 'a', color: 'red' }] }, 'sessionSettings.tags[0].color'],
    ['a tool id that is no string', { enabledToolIds: ['a', 1] }, 'sessionSettings.enabledToolIds[1]'],
  ]

  it.each(refusals)('%s', async (_, settings, path) => {
    const { sessionId } = await create({ model: 'before' })
    for (const answer of [
      await send('POST', '/api/v0/sessions', { computerId, sessionSettings: settings }),
      await patch(sessionId, settings),
    ]) {
      expect([answer.status, answer.json.code]).toEqual([400, 'invalid_request'])
      expect(answer.json.errors).toContainEqual({ path, message: expect.any(String) })
    }
    expect(await read(sessionId)).toEqual({ model: 'before' })
  })

  const efforts = ['none', 'dynamic', 'off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']
  it.each([
    ['reasoningEffort', efforts],
    ['specModeReasoningEffort', efforts],
    ['interactionMode', ['auto', 'spec', 'mission']],
    ['autonomyLevel', ['off', 'low', 'medium', 'high']],
    ['autonomyMode', ['normal', 'spec', 'auto-low', 'auto-medium', 'auto-high']],
  ])('every value of %s but those of its enumeration', async (name, values) => {
    const { sessionId } = await create()
    for (const value of values) {
      expect((await patch(sessionId, { [name]: value })).json.sessionSettings[name]).toBe(value)
    }
    for (const value of ['', 'NONE', `${values[0]} `, 'extreme', null, 0, true, [values[0]], {}]) {
      const answer = await patch(sessionId, { [name]: value })
      expect([value, answer.status, answer.json.errors?.[0]?.path]).toEqual([value, 400, `sessionSettings.${name}`])
    }
    expect(await read(sessionId)).toEqual({ [name]: values.at(-1) })
  })
})

describe('PATCH /api/v0/sessions/{sessionId}', () => {
  it('answers 400 for a body with nothing in it, or with fields of a session that are not to be set', async () => {
    const { sessionId } = await create()
    for (const json of [
      {},
      { status: 'running' },
      { computerId },
      { sessionSettings: null },
      { sessionSettings: [] },
    ]) {
      expect([json, (await send('PATCH', `/api/v0/sessions/${sessionId}`, json)).status]).toEqual([json, 400])
    }
  })

  it('sets and removes the title', async () => {
    const { sessionId } = await create()
    const { owner } = server().acme
    expect((await owner.sessions.update({ sessionId, title: 'Mine' })).title).toBe('Mine')
    expect((await owner.sessions.update({ sessionId, sessionSettings: { model: 'm' } })).title).toBe('Mine')
    expect(await owner.sessions.update({ sessionId, title: null })).not.toHaveProperty('title')
  })
})
