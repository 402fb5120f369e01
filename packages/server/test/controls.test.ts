import { ControlSettings } from '@muster/contract/controls'
import { describe, expect, it } from 'vitest'
import { operatorKey, sharedTestServer } from '../src/testing/test-server.ts'
import { everySetting, everySettingShown } from './controls-examples.ts'

const server = sharedTestServer()
const path = '/api/v0/organization/enterprise-controls'

/** A new organization, whose controls nobody has touched. */
async function organization() {
  const { client, raw } = server()
  const { apiKey, owner } = await client(operatorKey).operator.createOrganization({ name: 'x', ownerEmail: 'o@x.test' })
  const put = (json: unknown, headers: Record<string, string> = {}) => raw('PUT', path, { key: apiKey, json, headers })
  const get = () => raw('GET', path, { key: apiKey })
  return { client: client(apiKey), key: apiKey, owner, put, get }
}

describe('GET /api/v0/organization/enterprise-controls', () => {
  it('is revision 0, with nothing set, in an organization that is new', async () => {
    const { get, owner } = await organization()
    const { status, headers, json } = await get()
    expect([status, headers.get('etag')]).toEqual([200, '"0"'])
    expect(json).toEqual({
      revision: 0,
      settings: {},
      user: { id: owner.id, email: owner.email, name: owner.email },
      updatedAt: owner.createdAt,
    })
  })

  it('shows the settings in force, with who put them in force and when', async () => {
    const { client, get, owner } = await organization()
    await client.users.update({ userId: owner.id, firstName: 'Ada', lastName: 'King' })
    const change = await client.controls.replace({ ideAutoConnect: true })
    expect(change).toEqual({
      revision: 1,
      settings: { ideAutoConnect: true },
      user: { id: owner.id, email: owner.email, name: 'Ada King' },
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })
    const { headers, json } = await get()
    expect([headers.get('etag'), json]).toEqual(['"1"', change])
  })
})

describe('PUT /api/v0/organization/enterprise-controls', () => {
  it('keeps every field as it was sent, except secrets', async () => {
    const { put, get } = await organization()
    const { status, json } = await put(everySetting)
    expect([status, json.settings]).toEqual([200, everySettingShown])
    expect((await get()).json.settings).toEqual(everySettingShown)
    expect((await put(everySettingShown)).json.settings).toEqual(everySettingShown)
  })

  it('is tested with every field that there is', () => {
    expect(Object.keys(everySetting).sort()).toEqual(Object.keys(ControlSettings.properties).sort())
  })

  it.each(Object.entries(everySetting))('keeps %s alone', async (field, value) => {
    const { put } = await organization()
    expect((await put({ [field]: value })).json.settings).toEqual({ [field]: Reflect.get(everySettingShown, field) })
  })

  it('replaces the whole: what is not sent is gone', async () => {
    const { client } = await organization()
    await client.controls.replace({ ideAutoConnect: true, wikiCloudSync: true })
    expect((await client.controls.replace({ wikiCloudSync: false })).settings).toEqual({ wikiCloudSync: false })
    expect((await client.controls.replace({})).settings).toEqual({})
  })

  it.each([
    [{ noSuchField: 1 }, 'noSuchField'],
    [{ networkPolicy: { allowedIps: [], denied: [] } }, 'networkPolicy.denied'],
    [{ customModels: [{ model: 'a', apikey: 'x' }] }, 'customModels[0].apikey'],
    [{ sandbox: { network: { port: 1 } } }, 'sandbox.network.port'],
    [{ sessionDefaultSettings: { tags: [] } }, 'sessionDefaultSettings.tags'],
    [{ sessionRetentionDays: 13 }, 'sessionRetentionDays'],
    [{ sessionRetentionDays: 366 }, 'sessionRetentionDays'],
    [{ sessionRetentionDays: 14.5 }, 'sessionRetentionDays'],
    [{ sessionRetentionDays: '30' }, 'sessionRetentionDays'],
    [{ maxAutonomyLevel: 'extreme' }, 'maxAutonomyLevel'],
    [{ cloudSessionSync: 'true' }, 'cloudSessionSync'],
    [{ cloudSessionSync: null }, 'cloudSessionSync'],
    [{ commandDenylist: 'rm' }, 'commandDenylist'],
    [{ customModels: [{ displayName: 'no model' }] }, 'customModels[0].model'],
    [{ customModels: [{ model: 'a', baseUrl: 'not a url' }] }, 'customModels[0].baseUrl'],
    [{ networkPolicy: { allowedIps: ['10.0.0.0/33'] } }, 'networkPolicy.allowedIps[0]'],
    [{ networkPolicy: { allowedIps: ['example.com'] } }, 'networkPolicy.allowedIps[0]'],
    [{ networkPolicy: { allowedIps: ['::/129'] } }, 'networkPolicy.allowedIps[0]'],
    [{ networkPolicy: { allowedIps: ['10.0.0.0/8/8'] } }, 'networkPolicy.allowedIps[0]'],
    [{ networkPolicy: { allowedIps: ['10.0.0.0/'] } }, 'networkPolicy.allowedIps[0]'],
    [{ sandbox: { network: { httpProxyPort: 0 } } }, 'sandbox.network.httpProxyPort'],
  ])('answers 400 to %j and changes nothing', async (json, field) => {
    const { put, get } = await organization()
    expect((await put(json)).json).toMatchObject({ status: 400, errors: [{ path: field }] })
    expect((await get()).json).toMatchObject({ revision: 0, settings: {} })
  })

  it.each([14, 365])('keeps sessions for %i days', async (sessionRetentionDays) => {
    const { put } = await organization()
    expect((await put({ sessionRetentionDays })).json.settings).toEqual({ sessionRetentionDays })
  })
})

describe('If-Match', () => {
  it.each(['"1"', '1', ' 1 ', '*', 'W/"1"', '"0", "1"', '0, W/"1", "x,y"'])(
    '%j makes the change on top of revision 1',
    async (value) => {
      const { put } = await organization()
      await put({})
      const answer = await put({ ideAutoConnect: true }, { 'if-match': value })
      expect([answer.status, answer.json.revision, answer.headers.get('etag')]).toEqual([200, 2, '"2"'])
    },
  )

  it.each(['"0"', '0', '"2"', '999999999', '"0", "2"', '"of another service"'])(
    '%s is 412 on top of revision 1, and nothing is changed',
    async (value) => {
      const { put, get } = await organization()
      await put({})
      const answer = await put({ ideAutoConnect: true }, { 'if-match': value })
      expect(answer.json).toMatchObject({ status: 412, code: 'revision_mismatch' })
      expect((await get()).json).toMatchObject({ revision: 1, settings: {} })
    },
  )

  it.each(['abc', '"1" "2"', '-1', '1.0', '"', ','])('%s is 400', async (value) => {
    const { put } = await organization()
    const answer = await put({}, { 'if-match': value })
    expect(answer.json).toMatchObject({ status: 400, errors: [{ path: 'If-Match' }] })
  })

  it.each(['"1"', 'W/"1"', '"0", W/"1"', '*'])('If-None-Match %s on revision 1 is 304', async (value) => {
    const { put, key } = await organization()
    await put({})
    const ask = (tag: string) => server().raw('GET', path, { key, headers: { 'if-none-match': tag } })
    const answer = await ask(value)
    expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', '"1"'])
    expect((await ask('"2"')).status).toBe(200)
  })

  it('lets one of many win who change the same revision at the same time', async () => {
    const { client } = await organization()
    const changes = Array.from({ length: 8 }, (_, index) =>
      client.controls.replace({ commandAllowlist: [`command ${index}`] }, { ifMatch: 0 }),
    )
    const outcomes = await Promise.allSettled(changes)
    const won = outcomes.filter((outcome) => outcome.status === 'fulfilled')
    expect(won.map(({ value }) => value.revision)).toEqual([1])
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 412 })
    }
    expect(await client.controls.get()).toEqual(won[0]?.value)
  })

  it('may be left out: then every change is made, one after the other', async () => {
    const { client } = await organization()
    const changes = Array.from({ length: 8 }, () => client.controls.replace({ ideAutoConnect: true }))
    const revisions = (await Promise.all(changes)).map(({ revision }) => revision)
    expect(revisions.sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })
})
