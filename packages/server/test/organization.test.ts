import { describe, expect, it } from 'vitest'
import { operatorKey, sharedTestServer } from '../src/testing/test-server.ts'
import { nodes, secondNode } from './second-node.ts'

const server = sharedTestServer(nodes)

describe('GET /api/v0/me', () => {
  it('says who the bearer is, in which organization, with which role', async () => {
    const { guest, organizationId } = server().acme
    expect(await guest.organization.me()).toEqual({
      user: { id: guest.userId, email: guest.email, createdAt: expect.any(String), metadata: {}, role: 'guest' },
      organization: { id: organizationId, name: 'acme', createdAt: expect.any(String) },
      hasPassword: false,
    })
  })

  it('says whether the organization lets hooks of projects run, to everybody in it and nobody else', async () => {
    const { acme, globex } = server()
    await acme.owner.controls.replace({ hooks: { allowProjectHooks: false } })
    for (const { organization } of [acme.owner, acme.member, acme.guest]) {
      expect((await organization.me()).hooks).toEqual({ allowProjectHooks: false })
    }
    expect(await globex.member.organization.me()).not.toHaveProperty('hooks')
    await acme.owner.controls.replace({})
    expect(await acme.member.organization.me()).not.toHaveProperty('hooks')
  })
})

describe('PATCH /api/v0/organization', () => {
  it('renames the organization for everybody in it and nobody else', async () => {
    const { acme, globex } = server()
    const renamed = await acme.owner.organization.update({ name: 'Acme & Söhne' })
    expect(renamed).toEqual(await acme.guest.organization.get())
    expect(renamed).toEqual({ id: acme.organizationId, name: 'Acme & Söhne', createdAt: expect.any(String) })
    expect((await globex.owner.organization.get()).name).toBe('globex')
  })

  it.each([{}, { name: '' }, { name: 'x'.repeat(201) }, { name: 7 }, { name: 'x', id: 'y' }])(
    'answers 400 to %j',
    async (json) => {
      const { status } = await server().raw('PATCH', '/api/v0/organization', { key: server().acme.owner.key, json })
      expect(status).toBe(400)
    },
  )
})

describe('POST /api/operator/organizations', () => {
  it('creates an organization with an owner whose key works at once', async () => {
    const { client } = server()
    const created = await client(operatorKey).operator.createOrganization({
      name: 'hooli',
      ownerEmail: 'Gavin@Hooli.test',
    })
    expect(created).toEqual({
      organization: { id: expect.any(String), name: 'hooli', createdAt: expect.any(String) },
      owner: expect.objectContaining({ email: 'Gavin@Hooli.test', role: 'owner' }),
      apiKey: expect.stringMatching(/^mst_[A-Za-z0-9]+_[A-Za-z0-9_-]{43}$/),
    })
    const me = await client(created.apiKey).organization.me()
    expect(me).toEqual({ user: created.owner, organization: created.organization, hasPassword: false })
    expect((await client(created.apiKey).users.list()).users).toEqual([created.owner])
  })

  it('answers 400 to a wrong body', async () => {
    const path = '/api/operator/organizations'
    for (const json of [
      {},
      { name: 'x' },
      { name: 'x', ownerEmail: 'x' },
      { name: 'x', ownerEmail: 'a@b.c', role: 'x' },
    ]) {
      expect((await server().raw('POST', path, { key: operatorKey, json })).status).toBe(400)
    }
  })

  it('does not exist if the installation has no operator', async () => {
    const node = await secondNode(server())
    for (const bearer of [operatorKey, 'undefined', '', server().acme.owner.key]) {
      const answer = await fetch(`${node.address}/api/operator/organizations`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'x', ownerEmail: 'a@b.test' }),
      })
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ code: 'path_not_found' })
    }
  })
})
