import { type Role, roles, type Scope } from '@muster/contract/enumerations'
import { describe, expect, it } from 'vitest'
import { type RawAnswer, sharedTestServer } from '../src/testing/test-server.ts'
import { type Row, userRows } from './access-table.ts'
import { fill, type Target } from './access-targets.ts'

const server = sharedTestServer()

/** A name that nothing has, whatever the path asks for. */
const nobody = '00000000-0000-7000-8000-000000000000'
const lists = [
  'sessions.list',
  'messages.list',
  'users.list',
  'controls.history',
  'limits.list',
  'reports.list',
  'reports.repositories',
  'apiKeys.list',
  'audit.list',
]

const withoutBody = ['apiKeys.createToken', 'analytics.refresh']

/** A list, even an empty one, is a body here. */
const takingLists = ['telemetry.events']

type UserRow = Row & { admits: readonly Role[] }

function send(row: UserRow, key: string | undefined, path: string, body: string | undefined): Promise<RawAnswer> {
  return server().raw(row.method, path, { key, body })
}

function unknownPath(row: UserRow): string {
  return row.path.replace(/\{\w+\}/g, nobody)
}

function admitted(row: UserRow): string {
  const role = row.admits[0]
  return role ? server().acme[role].key : ''
}

/** The request is refused for the bearer, then for the role, then for what `wrong` says, and never the other way. */
async function expectOrder(row: UserRow, path: string, body: string | undefined, wrong: object) {
  expect((await send(row, undefined, path, body)).json).toMatchObject({ status: 401 })
  for (const role of roles.filter((one) => !row.admits.includes(one))) {
    expect((await send(row, server().acme[role].key, path, body)).json).toMatchObject({ status: 403 })
  }
  if (row.scope) {
    const other: Scope = row.scope === 'telemetry:write' ? 'keys:read' : 'telemetry:write'
    const others = { name: 'other scope', scopes: [other] satisfies Scope[] }
    const { key } = await server().client(admitted(row)).apiKeys.create(others)
    expect((await send(row, key, path, body)).json).toMatchObject({ status: 403, code: 'scope_not_allowed' })
  }
  expect((await send(row, admitted(row), path, body)).json).toMatchObject(wrong)
}

async function targetOf(row: UserRow): Promise<Target> {
  return row.prepare(server().acme, server().acme.owner.userId)
}

for (const row of userRows.filter(({ path }) => path.includes('{'))) {
  describe(row.call, () => {
    it('answers 401, then 403, then 404', async () => {
      const { json } = await targetOf(row)
      const body = json === undefined ? undefined : JSON.stringify(json)
      await expectOrder(row, unknownPath(row), body, { status: 404 })
    })
  })
}

for (const row of userRows.filter(({ id, method }) => /^(POST|PUT|PATCH)$/.test(method) && !withoutBody.includes(id))) {
  describe(row.call, () => {
    it('judges the bearer and the role before it reads the body', async () => {
      await expectOrder(row, unknownPath(row), '{"half":', { status: 400, code: 'malformed_json' })
    })

    it('judges the body before it looks for what the path names', async () => {
      if (!takingLists.includes(row.id)) {
        await expectOrder(row, unknownPath(row), '[]', { status: 400, code: 'invalid_request' })
      }
      await expectOrder(row, unknownPath(row), '{"noSuchField": 1}', { status: 400, code: 'invalid_request' })
    })

    it('answers 401 to a body that is too large, or of another type, when there is no bearer', async () => {
      const path = unknownPath(row)
      const large = { body: 'x'.repeat(2 ** 21) }
      expect((await server().raw(row.method, path, large)).status).toBe(401)
      const xml = { body: '<a/>', headers: { 'content-type': 'text/xml' } }
      expect((await server().raw(row.method, path, xml)).status).toBe(401)
    })
  })
}

for (const row of userRows.filter(({ id }) => lists.includes(id))) {
  describe(row.call, () => {
    it('answers 401, then 403, then 400 to a query that is wrong', async () => {
      const { params } = await targetOf(row)
      await expectOrder(row, `${fill(row.path, params)}?limit=0`, undefined, {
        status: 400,
        errors: [{ path: 'limit' }],
      })
    })

    it('judges the query before it looks for what the path names', async () => {
      const { json } = await send(row, admitted(row), `${unknownPath(row)}?limit=abc`, undefined)
      expect(json).toMatchObject({ status: 400 })
    })
  })
}

describe('what a request names inside of a session', () => {
  it('is looked for before it is judged whether the session takes it now', async () => {
    const { member } = server().acme
    const { id: computerId } = await member.computers.register({ name: 'of things that are not there' })
    const { sessionId } = await member.sessions.create({ computerId })
    await member.messages.post({ sessionId, text: 'It waits.' })
    const path = `/api/v0/sessions/${sessionId}`
    const requests: [method: string, path: string, json?: object][] = [
      ['GET', `${path}?computerId=${nobody}`],
      ['GET', `${path}/messages?computerId=${nobody}`],
      ['GET', `${path}/messages/${nobody}`],
      ['GET', `${path}/messages/${nobody}?computerId=${nobody}`],
      ['DELETE', `${path}/messages/${nobody}`],
      ['POST', `${path}/messages`, { text: 'x', computerId: nobody }],
      ['POST', `${path}/permissions/${nobody}`, { decision: 'allow' }],
    ]
    const expectNotFound = async () => {
      for (const [method, at, json] of requests) {
        const { status } = await server().raw(method, at, { key: member.key, json })
        expect([method, at, status]).toEqual([method, at, 404])
      }
    }
    await expectNotFound()
    await member.sessions.update({ sessionId, sessionSettings: { archivedAt: new Date(server().now()).toISOString() } })
    await expectNotFound()
  })
})
