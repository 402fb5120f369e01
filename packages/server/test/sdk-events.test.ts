import { createClient } from '@muster/sdk'
import { untilIdle } from '@muster/sdk/until-idle'
import { describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { cuttingProxy } from './cutting-proxy.ts'
import { assistantText, type RelayComputer, runningTurn } from './relay-computer.ts'

const server = sharedTestServer()

interface Turn {
  readonly sessionId: string
  readonly turnId: string
}

async function say(computer: RelayComputer, turn: Turn, first: number, count: number): Promise<string[]> {
  const messages = Array.from({ length: count }, (_, index) => assistantText(`Part ${first + index}`))
  await computer.updates(
    turn,
    messages.map((message, index) => ({ seq: first + index, kind: 'message', message })),
  )
  return messages.map(({ id }) => id)
}

const quick = { sleep: async () => {} }

describe('watching a session through the SDK', () => {
  it('delivers the whole history once and in order over connections that are cut again and again', async () => {
    const { member, computer, turn, sessionId } = await runningTurn(server(), 'cut')
    const written = [turn.turnId]
    for (let first = 1; first <= 120; first += 40) written.push(...(await say(computer, turn, first, 40)))
    await computer.updates(turn, [{ seq: 121, kind: 'end', outcome: 'completed' }])
    const proxy = await cuttingProxy(server().address, (connection) => 2_000 + 700 * connection)
    const client = createClient({ baseUrl: proxy.address, apiKey: member.key, ...quick })
    const told: string[] = []
    for await (const { event, id, data } of client.sessions.events({ sessionId, from: 'start' })) {
      if (event === 'message') told.push(data.id)
      if (event === 'session' && data.status === 'idle' && id !== undefined && told.length > 0) break
    }
    expect(told).toEqual(written)
    expect(proxy.connections()).toBeGreaterThan(5)
  })

  it('delivers what happened while it was cut off, and the text that is being written', async () => {
    const { member, computer, turn, sessionId } = await runningTurn(server(), 'away')
    const proxy = await cuttingProxy(server().address, () => Number.POSITIVE_INFINITY)
    const client = createClient({ baseUrl: proxy.address, apiKey: member.key, ...quick })
    let missed: string[] = []
    const told: string[] = []
    const texts: string[] = []
    for await (const { event, data } of client.sessions.events({ sessionId })) {
      if (event === 'session' && data.status === 'running' && proxy.connections() === 1) {
        proxy.cut()
        missed = await say(computer, turn, 1, 3)
      }
      if (event === 'message' && told.push(data.id) === 3) {
        await computer.next('watch')
        computer.send({ type: 'preview', ...turn, n: 1, text: 'And n' })
        computer.send({ type: 'delta', ...turn, n: 2, text: 'ow' })
      }
      if (event === 'preview' || event === 'delta') texts.push(data.text)
      if (event === 'delta') break
    }
    expect(told).toEqual(missed)
    expect(texts).toEqual(['And n', 'ow'])
  })

  it('ends with a 404 when the session is deleted', async () => {
    const { member, sessionId } = await runningTurn(server(), 'deleted while watched')
    const client = createClient({ baseUrl: server().address, apiKey: member.key, ...quick })
    const events = client.sessions.events({ sessionId })
    await events.next()
    await member.sessions.remove({ sessionId })
    const rest = async () => {
      for await (const _ of events);
    }
    await expect(rest()).rejects.toMatchObject({ code: 'session_not_found' })
  })

  it('waits until the agent has nothing left to do', async () => {
    const { member, computer, turn, sessionId } = await runningTurn(server(), 'waited for')
    const waiting = untilIdle(member, sessionId)
    await computer.updates(turn, [{ seq: 1, kind: 'end', outcome: 'completed' }])
    expect(await waiting).toMatchObject({ status: 'idle' })
  })
})
