import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'

const server = sharedTestServer()

async function computerOf(person = server().acme.owner, provider: 'byom' | 'managed' = 'byom') {
  return person.computers.register({ name: `computer ${randomUUID()}`, provider })
}

describe('POST /api/v0/sessions', () => {
  it('creates an idle session on the computer', async () => {
    const { owner } = server().acme
    const computer = await computerOf()
    const session = await owner.sessions.create({ computerId: computer.id })
    expect(session).toEqual({
      sessionId: expect.any(String),
      status: 'idle',
      messageCount: 0,
      createdAt: expect.any(Number),
      updatedAt: session.createdAt,
      computerId: computer.id,
      sessionSettings: {},
    })
    expect(await owner.sessions.get({ sessionId: session.sessionId })).toEqual(session)
  })
})
