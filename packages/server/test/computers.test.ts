import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'

const server = sharedTestServer()

const steps = ['create-computer', 'setup-user', 'configure-environment', 'install-agent', 'start-services']

const send = (method: string, path: string, json?: unknown) =>
  server().raw(method, `/api/v0/computers${path}`, { key: server().acme.owner.key, json })

describe('POST /api/v0/computers', () => {
  it('answers 201 with the computer and its credential', async () => {
    const body = { name: 'Alpha', provider: 'byom', hostname: 'alpha.local', remoteUser: 'ann' }
    const { status, json } = await send('POST', '', body)
    expect(status).toBe(201)
    expect(json).toEqual({
      id: expect.any(String),
      userId: expect.any(String),
      access: 'private',
      name: 'Alpha',
      providerType: 'byom',
      createdAt: expect.any(Number),
      hostname: 'alpha.local',
      remoteUser: 'ann',
      status: 'provisioning',
      provisioningSteps: expect.any(Array),
      isConnected: false,
      relayAgentUrl: expect.stringMatching(/^ws:.*\/agent$/),
      relayClientUrl: expect.stringMatching(/^ws:.*\/client$/),
      credential: expect.any(String),
    })
    expect(json.provisioningSteps.map(({ id }: { id: string }) => id)).toEqual(steps)
    for (const step of json.provisioningSteps) {
      expect(step).toMatchObject({ name: expect.any(String), status: expect.stringMatching(/^(pending|completed)$/) })
    }
  })

  it('shows the credential this once, and never again', async () => {
    const { owner } = server().acme
    const { credential, ...computer } = await owner.computers.register({ name: 'Secretive' })
    expect(credential.length).toBeGreaterThanOrEqual(43)
    const answers = [
      await send('GET', ''),
      await send('GET', `/${computer.id}`),
      await send('GET', '/name/Secretive'),
      await send('PATCH', `/${computer.id}`, { remoteUser: 'bob' }),
      await server().raw('GET', '/api/v0/organization/audit-log?limit=100', { key: owner.key }),
    ]
    // A part of it may hold an underscore, and what follows that can be a single letter.
    const secret = credential.slice(-43)
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(answer.text).not.toContain(secret)
      expect(answer.text).not.toContain('"credential"')
    }
    expect(await owner.computers.get({ computerId: computer.id })).toEqual({ ...computer, remoteUser: 'bob' })
  })

  it('is a byom computer unless it says otherwise', async () => {
    const { owner } = server().acme
    expect((await owner.computers.register({ name: 'plain' })).providerType).toBe('byom')
    expect((await owner.computers.register({ name: 'hosted', provider: 'managed' })).providerType).toBe('managed')
  })

  it.each<[string, unknown, string]>([
    ['no name', {}, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a name of 64 characters', { name: 'x'.repeat(64) }, 'name'],
    ['an unknown provider', { name: 'x', provider: 'cloud' }, 'provider'],
    ['providerType, which is how it is called in answers', { name: 'x', providerType: 'byom' }, 'providerType'],
    ['an empty remoteUser', { name: 'x', remoteUser: '' }, 'remoteUser'],
    ['a remoteUser of 64 characters', { name: 'x', remoteUser: 'x'.repeat(64) }, 'remoteUser'],
    ['a name that is no string', { name: ['x'] }, 'name'],
  ])('answers 400 for %s', async (_, body, path) => {
    const { status, json } = await send('POST', '', body)
    expect([status, json.errors?.[0]?.path]).toEqual([400, path])
  })

  it('answers 409 for a name that is taken, in any case of letters', async () => {
    const { owner } = server().acme
    await owner.computers.register({ name: 'Größe' })
    for (const name of ['Größe', 'größe', 'GRÖSSE', 'Gro\u0308ße']) {
      await expect(owner.computers.register({ name })).rejects.toMatchObject({ status: 409, code: 'name_taken' })
    }
  })

  it('lets another organization have the same name', async () => {
    await server().acme.owner.computers.register({ name: 'Shared name' })
    expect((await server().globex.owner.computers.register({ name: 'Shared name' })).name).toBe('Shared name')
  })

  it('lets exactly one of many registrations of a name at once win', async () => {
    const { owner, manager, member } = server().acme
    const people = [owner, manager, member, owner, manager, member, owner, manager]
    const outcomes = await Promise.allSettled(
      people.map((person, index) => person.computers.register({ name: index % 2 ? 'contested' : 'CONTESTED' })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 409, code: 'name_taken' })
    }
    const { computers } = await owner.computers.list()
    expect(computers.filter(({ name }) => name.toLowerCase() === 'contested')).toHaveLength(1)
  })
})

describe('GET /api/v0/computers', () => {
  it('lists all computers, newest first, without pages', async () => {
    const { owner } = server().globex
    const created: string[] = []
    for (let index = 0; index < 25; index++) {
      created.push((await owner.computers.register({ name: `list ${index}` })).id)
      if (index % 3 === 0) server().advance(1)
    }
    const answer = await server().raw('GET', '/api/v0/computers?limit=2', { key: owner.key })
    expect(Object.keys(answer.json)).toEqual(['computers'])
    const listed: string[] = answer.json.computers.map(({ id }: { id: string }) => id)
    expect(listed.filter((id) => created.includes(id))).toEqual(created.toReversed())
  })
})

describe('GET /api/v0/computers/name/{name}', () => {
  const names = [
    'simple',
    'With Spaces',
    ' leading and trailing ',
    'a/b',
    '/',
    '100%',
    '%2F',
    'a%20b',
    '%',
    'q?x=1&y=2',
    'hash#tag',
    'semi;colon',
    'plus+sign',
    'dot.',
    '...',
    '日本語',
    '👩‍💻 désk',
    '"quotes" & \'ticks\'',
    'back\\slash',
    'name',
    '😀'.repeat(63),
  ]

  it.each(names)('finds %j', async (name) => {
    const { owner } = server().acme
    const { id } = await owner.computers.register({ name })
    const answer = await send('GET', `/name/${encodeURIComponent(name)}`)
    expect([answer.status, answer.json.id, answer.json.name]).toEqual([200, id, name])
    expect((await owner.computers.getByName({ name })).id).toBe(id)
    await owner.computers.remove({ computerId: id })
    expect((await send('GET', `/name/${encodeURIComponent(name)}`)).status).toBe(404)
  })

  it('finds it without regard to case', async () => {
    const { owner } = server().acme
    const { id } = await owner.computers.register({ name: 'Ärger/Émile' })
    for (const name of ['ärger/émile', 'ÄRGER/ÉMILE', 'Ärger/Émile'.normalize('NFD')]) {
      expect((await owner.computers.getByName({ name })).id).toBe(id)
    }
  })

  it('finds any name in capitals and in small letters', async () => {
    const { owner } = server().acme
    const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 15 }).filter((name) => !/^\.{1,2}$/.test(name))
    await fc.assert(
      fc.asyncProperty(names, async (name) => {
        const { id } = await owner.computers.register({ name })
        for (const spelling of [name, name.toUpperCase(), name.toLowerCase()]) {
          expect((await owner.computers.getByName({ name: spelling })).id).toBe(id)
        }
        await owner.computers.remove({ computerId: id })
      }),
      { numRuns: 40, seed: 1, examples: [['Straße'], ['ΣΊΣΥΦΟΣ'], ['İstanbul ı'], ['ﬁnal ǆ'], ['Ǆ ŉ ẖ']] },
    )
  })

  it('answers 404 for a name that nobody has, 400 for one that is too long', async () => {
    const missing = await send('GET', '/name/nobody')
    expect([missing.status, missing.json.code]).toEqual([404, 'computer_not_found'])
    for (const name of ['x'.repeat(64), '😀'.repeat(64), 'x'.repeat(1500)]) {
      expect((await send('GET', `/name/${encodeURIComponent(name)}`)).status).toBe(400)
    }
  })
})

describe('PATCH /api/v0/computers/{computerId}', () => {
  it('changes what it is given, and leaves the rest', async () => {
    const { owner } = server().acme
    const { credential, ...computer } = await owner.computers.register({ name: 'before', hostname: 'h' })
    const computerId = computer.id
    const renamed = { ...computer, name: 'after' }
    expect(await owner.computers.update({ computerId, name: 'after' })).toEqual(renamed)
    expect(await owner.computers.update({ computerId, remoteUser: 'root' })).toEqual({ ...renamed, remoteUser: 'root' })
    expect(await owner.computers.update({ computerId })).toEqual({ ...renamed, remoteUser: 'root' })
    expect(await owner.computers.get({ computerId })).toEqual({ ...renamed, remoteUser: 'root' })
    expect((await owner.computers.getByName({ name: 'AFTER' })).id).toBe(computerId)
    await expect(owner.computers.getByName({ name: 'before' })).rejects.toMatchObject({ status: 404 })
  })

  it('may change the case of its own name', async () => {
    const { owner } = server().acme
    const { id } = await owner.computers.register({ name: 'small' })
    expect((await owner.computers.update({ computerId: id, name: 'SMALL' })).name).toBe('SMALL')
  })

  it('answers 409 for the name of another computer in any case, and changes nothing', async () => {
    const { owner } = server().acme
    await owner.computers.register({ name: 'occupied' })
    const { credential, ...computer } = await owner.computers.register({ name: 'homeless' })
    await expect(
      owner.computers.update({ computerId: computer.id, name: 'Occupied', remoteUser: 'x' }),
    ).rejects.toMatchObject({ status: 409, code: 'name_taken' })
    expect(await owner.computers.get({ computerId: computer.id })).toEqual(computer)
  })

  it.each<[unknown, string]>([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(64) }, 'name'],
    [{ name: null }, 'name'],
    [{ remoteUser: '' }, 'remoteUser'],
    [{ hostname: 'h' }, 'hostname'],
    [{ status: 'active' }, 'status'],
    [[], 'body'],
  ])('answers 400 for %j', async (body, path) => {
    const { id } = await server().acme.owner.computers.register({ name: randomUUID() })
    const { status, json } = await send('PATCH', `/${id}`, body)
    expect([status, json.errors?.[0]?.path]).toEqual([400, path])
  })

  it('takes names of 1 and of 63 characters, counted as people count', async () => {
    const { id } = await server().acme.owner.computers.register({ name: randomUUID() })
    for (const name of ['ü', 'é'.repeat(63), '🧮'.repeat(63)]) {
      expect((await send('PATCH', `/${id}`, { name, remoteUser: name })).json).toMatchObject({ name, remoteUser: name })
    }
  })
})
