import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, sharedTestServer } from '../src/testing/test-server.ts'

const server = sharedTestServer()

const gone = { status: 404, code: 'computer_not_found' }

let managed: string
let ofOwner: string
let ofMember: string

beforeAll(async () => {
  const { owner, member } = server().acme
  managed = (await owner.computers.register({ name: 'managed', provider: 'managed' })).id
  ofOwner = (await owner.computers.register({ name: 'of the owner' })).id
  ofMember = (await member.computers.register({ name: 'of the member' })).id
})

const listedBy = async (person: Person) => (await person.computers.list()).computers.map(({ id }) => id)

describe('a member', () => {
  it('sees its own computers and the managed ones', async () => {
    const { member } = server().acme
    expect(await listedBy(member)).toEqual([ofMember, managed])
    for (const computerId of [ofMember, managed]) {
      const computer = await member.computers.get({ computerId })
      expect(await member.computers.getByName({ name: computer.name })).toEqual(computer)
    }
  })

  it('does not see those of others, whatever it asks for', async () => {
    const { member } = server().acme
    await expect(member.computers.get({ computerId: ofOwner })).rejects.toMatchObject(gone)
    await expect(member.computers.getByName({ name: 'of the owner' })).rejects.toMatchObject(gone)
    await expect(member.computers.update({ computerId: ofOwner, name: 'x' })).rejects.toMatchObject(gone)
    await expect(member.computers.remove({ computerId: ofOwner })).rejects.toMatchObject(gone)
    await expect(member.sessions.create({ computerId: ofOwner })).rejects.toMatchObject(gone)
    await expect(member.sessions.list({ computerId: ofOwner })).rejects.toMatchObject(gone)
  })

  it('uses managed computers, but may not rename or delete them', async () => {
    const { member } = server().acme
    const refused = { status: 403, code: 'computer_not_allowed' }
    expect((await member.sessions.create({ computerId: managed })).computerId).toBe(managed)
    await expect(member.computers.update({ computerId: managed, name: 'mine' })).rejects.toMatchObject(refused)
    await expect(member.computers.update({ computerId: managed, remoteUser: 'me' })).rejects.toMatchObject(refused)
    await expect(member.computers.remove({ computerId: managed })).rejects.toMatchObject(refused)
    expect((await member.computers.get({ computerId: managed })).name).toBe('managed')
  })

  it('renames and deletes its own', async () => {
    const { member } = server().acme
    const { id: computerId } = await member.computers.register({ name: randomUUID() })
    const name = randomUUID()
    expect((await member.computers.update({ computerId, name })).name).toBe(name)
    await member.computers.remove({ computerId })
    await expect(member.computers.get({ computerId })).rejects.toMatchObject(gone)
  })

  it('registers computers of its own, not managed ones', async () => {
    const { member } = server().acme
    await expect(member.computers.register({ name: randomUUID(), provider: 'managed' })).rejects.toMatchObject({
      status: 403,
      code: 'role_not_allowed',
    })
  })
})

describe('owners and managers', () => {
  it('see, rename and delete all computers of the organization', async () => {
    const { owner, manager, member } = server().acme
    for (const person of [owner, manager]) {
      expect(await listedBy(person)).toEqual(expect.arrayContaining([ofMember, ofOwner, managed]))
      const { id: computerId } = await member.computers.register({ name: randomUUID() })
      const name = randomUUID()
      expect((await person.computers.update({ computerId, name })).name).toBe(name)
      await person.computers.remove({ computerId })
      await expect(member.computers.get({ computerId })).rejects.toMatchObject(gone)
    }
  })

  it('of another organization see none of them', async () => {
    const { owner } = server().globex
    expect(await listedBy(owner)).toEqual([])
    for (const computerId of [managed, ofOwner, ofMember]) {
      await expect(owner.computers.get({ computerId })).rejects.toMatchObject(gone)
      await expect(owner.computers.update({ computerId, name: 'x' })).rejects.toMatchObject(gone)
      await expect(owner.computers.remove({ computerId })).rejects.toMatchObject(gone)
    }
    await expect(owner.computers.getByName({ name: 'managed' })).rejects.toMatchObject(gone)
  })
})

describe('a guest', () => {
  it('has no computers at all', async () => {
    const { guest } = server().acme
    const refused = { status: 403, code: 'role_not_allowed' }
    await expect(guest.computers.list()).rejects.toMatchObject(refused)
    await expect(guest.computers.get({ computerId: managed })).rejects.toMatchObject(refused)
    await expect(guest.computers.register({ name: 'x' })).rejects.toMatchObject(refused)
  })
})
