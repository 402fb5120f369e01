import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Person, sharedTestServer } from '../src/testing/test-server.ts'

const server = sharedTestServer()

async function sessionOf(person: Person) {
  const computer = await person.computers.register({ name: `computer ${randomUUID()}` })
  const session = await person.sessions.create({ computerId: computer.id })
  const { messageId } = await person.messages.post({ sessionId: session.sessionId, text: 'mine' })
  return { sessionId: session.sessionId, messageId }
}

const listedBy = async (person: Person) =>
  (await Array.fromAsync(person.sessions.list.items())).map(({ sessionId }) => sessionId)

describe('sessions of others', () => {
  const gone = { status: 404, code: 'session_not_found' }

  async function expectHidden(person: Person, { sessionId, messageId }: { sessionId: string; messageId: string }) {
    expect(await listedBy(person)).not.toContain(sessionId)
    await expect(person.sessions.get({ sessionId })).rejects.toMatchObject(gone)
    await expect(person.sessions.update({ sessionId, sessionSettings: {} })).rejects.toMatchObject(gone)
    await expect(person.sessions.remove({ sessionId })).rejects.toMatchObject(gone)
    await expect(person.messages.list({ sessionId })).rejects.toMatchObject(gone)
    await expect(person.messages.get({ sessionId, messageId })).rejects.toMatchObject(gone)
    await expect(person.messages.post({ sessionId, text: 'mine now' })).rejects.toMatchObject(gone)
  }

  it('do not exist for a member', async () => {
    const { member, owner, manager } = server().acme
    for (const person of [owner, manager]) {
      const theirs = await sessionOf(person)
      await expectHidden(member, theirs)
      expect(await person.sessions.get(theirs)).toMatchObject({ messageCount: 1 })
    }
  })

  it('do not exist for another member', async () => {
    const { owner, member } = server().acme
    const user = await owner.users.invite({ email: 'second.member@acme.test', role: 'member' })
    const { key } = await owner.apiKeys.create({ name: 'second', userId: user.id })
    const other = Object.assign(server().client(key), { key, email: user.email, userId: user.id })
    await expectHidden(other, await sessionOf(member))
  })

  it('do not exist for anybody of another organization', async () => {
    const theirs = await sessionOf(server().acme.owner)
    for (const person of [server().globex.owner, server().globex.manager, server().globex.member]) {
      await expectHidden(person, theirs)
    }
  })

  it('are visible to owners and managers, who may also tag and delete them', async () => {
    const { member, owner, manager } = server().acme
    for (const person of [owner, manager]) {
      const { sessionId, messageId } = await sessionOf(member)
      expect(await listedBy(person)).toContain(sessionId)
      const changed = await person.sessions.update({ sessionId, sessionSettings: { tags: [{ name: 'theirs' }] } })
      expect(await member.sessions.get({ sessionId })).toEqual(changed)
      expect((await person.messages.get({ sessionId, messageId })).id).toBe(messageId)
      await person.sessions.remove({ sessionId })
      await expect(member.sessions.get({ sessionId })).rejects.toMatchObject(gone)
    }
  })

  it('are a whole capability that guests do not have', async () => {
    const { guest, owner } = server().acme
    const { sessionId } = await sessionOf(owner)
    const refused = { status: 403, code: 'role_not_allowed' }
    await expect(guest.sessions.list()).rejects.toMatchObject(refused)
    await expect(guest.sessions.get({ sessionId })).rejects.toMatchObject(refused)
    await expect(guest.messages.list({ sessionId })).rejects.toMatchObject(refused)
  })
})

describe('reading one’s writes', () => {
  it('finds every session at once, by id and in the list, while others read and write', async () => {
    const { member } = server().acme
    const computer = await member.computers.register({ name: `busy ${randomUUID()}` })
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const created = await member.sessions.create({ computerId: computer.id })
        const { sessionId } = created
        const [byId, listed] = await Promise.all([member.sessions.get({ sessionId }), listedBy(member)])
        expect(byId).toEqual(created)
        expect(listed).toContain(sessionId)
        const changed = await member.sessions.update({ sessionId, sessionSettings: { model: sessionId } })
        expect(await member.sessions.get({ sessionId })).toEqual(changed)
      }),
    )
  })
})
