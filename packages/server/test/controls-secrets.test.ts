import type { ControlSettings } from '@muster/contract/controls'
import { describe, expect, it } from 'vitest'
import { createSecretBox } from '../src/ground/platform/secret-box.ts'
import { operatorKey, sharedTestServer } from '../src/testing/test-server.ts'
import { everySetting, secrets } from './controls-examples.ts'
import { dumpOf, rowsOf } from './database-rows.ts'
import { nodes, secondNode } from './second-node.ts'

const server = sharedTestServer(nodes)
const path = '/api/v0/organization/enterprise-controls'
const baseUrl = 'https://models.example.com'

async function organization() {
  const { client, raw } = server()
  const created = await client(operatorKey).operator.createOrganization({ name: 'x', ownerEmail: 'o@x.test' })
  const { apiKey, organization } = created
  const put = (json: unknown) => raw('PUT', path, { key: apiKey, json })
  return { id: organization.id, key: apiKey, client: client(apiKey), put }
}

/** The models in force, as they are stored. */
async function sealedModels(organizationId: string) {
  const statement = 'select settings from control_revisions where organization_id = $1 order by revision desc limit 1'
  const [row] = await rowsOf(server().databaseUrl, statement, [organizationId])
  const { customModels = [] } = (row?.settings ?? {}) as ControlSettings
  return customModels
}

/** Their secrets, opened with the key of the installation. */
async function storedSecrets(organizationId: string) {
  const box = createSecretBox(Buffer.from(nodes.MUSTER_SECRET_KEY, 'base64'))
  const open = (sealed: string) => box.open('enterprise controls', sealed)
  return (await sealedModels(organizationId)).map(({ apiKey, extraHeaders = {} }) => ({
    apiKey: apiKey === undefined ? undefined : open(apiKey),
    headers: Object.fromEntries(Object.entries(extraHeaders).map(([name, value]) => [name, open(value)])),
  }))
}

describe('what is secret in the address and the arguments of a custom model', () => {
  const model = {
    model: 'behind-a-gateway',
    baseUrl: 'https://user:p%40ss-in-address@models.example.com/v1?api-version=2026-02-01&code=in-query#in-fragment',
    extraArgs: {
      temperature: 0.2,
      stop: ['END'],
      gateway: {
        apiKey: 'in-arguments',
        tokens: [],
        endpoint: 'https://a:in-nested-url@example.com',
        'x-auth': ['in-a-list'],
      },
    },
  }
  const shown = {
    ...model,
    baseUrl: 'https://***@models.example.com/v1?api-version=2026-02-01&code=***#***',
    extraArgs: { ...model.extraArgs, gateway: { apiKey: '***', tokens: [], endpoint: '***', 'x-auth': ['***'] } },
  }
  const secretTexts = ['ss-in-address', 'in-query', 'in-fragment', 'in-arguments', 'in-nested-url', 'in-a-list']

  it('is shown nowhere, stored sealed, and stays when it comes back as ***', async () => {
    const { id, client } = await organization()
    const { settings } = await client.controls.replace({ customModels: [model] })
    expect(settings.customModels).toEqual([shown])
    const before = await sealedModels(id)
    await client.controls.replace({ ...settings, ideAutoConnect: true })
    expect(await sealedModels(id)).toEqual(before)
    const answers = [await client.controls.get(), await client.controls.history(), await client.audit.list()]
    for (const text of secretTexts) {
      expect(JSON.stringify(answers)).not.toContain(text)
      expect(await dumpOf(server().databaseUrl)).not.toContain(text)
    }
  })

  it('is what the service itself reads', async () => {
    const { id, client } = await organization()
    await client.controls.replace({ customModels: [model] })
    const box = createSecretBox(Buffer.from(nodes.MUSTER_SECRET_KEY, 'base64'))
    const opened = JSON.stringify(await sealedModels(id)).replace(/v1\.[\w-]{38,}/g, (sealed) =>
      box.open('enterprise controls', sealed),
    )
    expect(JSON.parse(opened)).toEqual([model])
  })

  it('can be changed by itself, and cannot be kept for another address', async () => {
    const { client, put } = await organization()
    await client.controls.replace({ customModels: [{ ...model, apiKey: 'key' }] })
    const renewed = { ...shown, baseUrl: shown.baseUrl.replace('code=***', 'code=new'), apiKey: '***' }
    expect((await put({ customModels: [renewed] })).status).toBe(200)
    const moved = { ...shown, baseUrl: shown.baseUrl.replace('models.example.com', 'elsewhere.example.com') }
    const answer = await put({ customModels: [moved] })
    expect(answer.json).toMatchObject({ status: 400, errors: [{ path: 'customModels[0].baseUrl' }] })
  })

  it('leaves an address without secrets letter for letter', async () => {
    const { client } = await organization()
    const baseUrl = 'HTTPS://Models.example.com:443/a/../v1?api-version=2026-02-01&stream=true'
    const { settings } = await client.controls.replace({ customModels: [{ model: 'm', baseUrl }] })
    expect(settings.customModels).toEqual([{ model: 'm', baseUrl }])
  })
})

describe('the secrets of custom models', () => {
  it('are in no answer, audit entry, log line or row of the database', async () => {
    const { key } = await organization()
    const node = await secondNode(server(), { MUSTER_LOG_LEVEL: 'debug' })
    const client = node.client(key)
    const answers: unknown[] = [
      await client.controls.replace(everySetting),
      await client.controls.replace({ ...everySetting, ideAutoConnect: false }),
      await client.controls.get(),
      await client.controls.history(),
      await client.audit.list(),
    ]
    const body = JSON.stringify(everySetting)
    for (const broken of [
      body.slice(0, -1),
      body.replace('"bare"', 'bare'),
      body.replace('"llama"', '7'),
      body.replace('"index":0', '"index":"0"'),
    ]) {
      const response = await fetch(node.address + path, {
        method: 'PUT',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: broken,
      })
      expect(response.status).toBe(400)
      answers.push(await response.text())
    }
    await expect(client.controls.replace(everySetting, { ifMatch: 77 })).rejects.toMatchObject({ status: 412 })
    const dump = await dumpOf(server().databaseUrl)
    expect(dump).toContain('control_revisions')
    expect(node.lines.length).toBeGreaterThan(0)
    for (const secret of Object.values(secrets)) {
      expect(JSON.stringify(answers)).not.toContain(secret)
      expect(node.lines.join('')).not.toContain(secret)
      expect(dump).not.toContain(secret)
      expect(dump).not.toContain(Buffer.from(secret).toString('base64').slice(0, 20))
      expect(dump).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })

  it('are stored so that the service itself can read them', async () => {
    const { id, put } = await organization()
    await put(everySetting)
    expect(await storedSecrets(id)).toEqual([
      { apiKey: secrets.apiKey, headers: { Authorization: secrets.header, 'X-Other': secrets.otherHeader } },
      { apiKey: undefined, headers: {} },
    ])
  })

  it('are sealed differently each time, so that equal ones cannot be recognised', async () => {
    const { id, put } = await organization()
    await put({
      customModels: [
        { model: 'a', apiKey: 'same' },
        { model: 'b', apiKey: 'same' },
      ],
    })
    const keys = (await sealedModels(id)).map(({ apiKey }) => apiKey)
    expect(new Set(keys).size).toBe(2)
  })

  it('stay as they were when they come back as ***', async () => {
    const { id, client } = await organization()
    const { settings } = await client.controls.replace(everySetting)
    const before = await storedSecrets(id)
    await client.controls.replace({ ...settings, ideAutoConnect: false })
    expect(await storedSecrets(id)).toEqual(before)
    const models = settings.customModels?.map((model) => ({ ...model, displayName: 'Renamed' })) ?? []
    await client.controls.replace({ ...settings, customModels: models.toReversed() })
    expect(await storedSecrets(id)).toEqual(before.toReversed())
  })

  it('can be changed and removed one by one', async () => {
    const { id, put } = await organization()
    const model = { model: 'a', id: '1' }
    await put({ customModels: [{ ...model, apiKey: 'first', extraHeaders: { A: 'a', B: 'b' } }] })
    await put({ customModels: [{ ...model, apiKey: 'second', extraHeaders: { A: '***', C: 'c' } }] })
    expect(await storedSecrets(id)).toEqual([{ apiKey: 'second', headers: { A: 'a', C: 'c' } }])
    await put({ customModels: [model] })
    expect(await storedSecrets(id)).toEqual([{ apiKey: undefined, headers: {} }])
  })

  it.each([
    ['a model that is new', [{ model: 'a', id: '2', apiKey: '***' }], 'customModels[0].apiKey'],
    ['a header that is new', [{ model: 'a', id: '1', extraHeaders: { B: '***' } }], 'customModels[0].extraHeaders.B'],
    [
      'a header called like a property that every object has',
      [{ model: 'a', id: '1', extraHeaders: { constructor: '***' } }],
      'customModels[0].extraHeaders.constructor',
    ],
    ['a model that goes by its address and moved', [{ model: 'b', baseUrl, apiKey: '***' }], 'customModels[0].apiKey'],
  ])('cannot be kept for %s', async (_, customModels, field) => {
    const { put } = await organization()
    const stored = [
      { model: 'a', id: '1', apiKey: 'secret', extraHeaders: { A: 'a' } },
      { model: 'b', baseUrl: 'https://elsewhere.example.com', apiKey: 'secret' },
    ]
    expect((await put({ customModels: stored })).status).toBe(200)
    expect((await put({ customModels })).json).toMatchObject({ status: 400, errors: [{ path: field }] })
  })

  it('are not mixed up between models that look the same', async () => {
    const { id, client, put } = await organization()
    const twin = { model: 'a', baseUrl }
    const { settings } = await client.controls.replace({
      customModels: [
        { ...twin, apiKey: 'first', displayName: 'for the team' },
        { ...twin, apiKey: 'second', displayName: 'for the nightly build' },
      ],
    })
    await client.controls.replace(settings)
    expect((await storedSecrets(id)).map(({ apiKey }) => apiKey)).toEqual(['first', 'second'])
    const onlySecond = { customModels: settings.customModels?.slice(1) }
    expect((await put(onlySecond)).json).toMatchObject({ status: 400, errors: [{ path: 'customModels[0].apiKey' }] })
  })

  it('do not follow a model to another address', async () => {
    const { client, put } = await organization()
    const model = { id: 'a', model: 'm', baseUrl, apiKey: 'secret of a' }
    await client.controls.replace({ customModels: [model] })
    const moved = { ...model, baseUrl: 'https://elsewhere.example.com', apiKey: '***' }
    const { status, json } = await put({ customModels: [moved] })
    expect([status, json.errors[0].path]).toEqual([400, 'customModels[0].apiKey'])
  })
})
