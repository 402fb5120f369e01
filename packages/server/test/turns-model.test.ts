import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'
import { nodes, secondNode } from './second-node.ts'
import * as steps from './turns-model.ts'
import { wayToDatabase } from './way-to-database.ts'

const { MUSTER_API_URL: _address, ...shared } = nodes
const server = sharedTestServer(shared)

const node = fc.nat(1)
const anySteps = [
  node.map(steps.post),
  node.map(steps.post),
  node.map(steps.takeBack),
  node.map(steps.interrupt),
  fc.constant(steps.take),
  fc.constant(steps.take),
  fc.integer({ min: 1, max: 3 }).map(steps.say),
  fc.constantFrom('completed' as const, 'failed' as const, 'interrupted' as const).map(steps.end),
  fc.constant(steps.disconnect),
  fc.tuple(node, fc.boolean()).map(([to, keeps]) => steps.connect(to, keeps)),
  node.map((to) => steps.connect(to, true)),
  fc.constant(steps.die),
  fc.constant(steps.revive),
  fc.constantFrom(-30_000, 10_000, 3_600_000).map(steps.jump),
]

describe('a session that anything happens to', () => {
  it('is on every node what a simple model says, and no message is begun twice', { timeout: 600_000 }, async () => {
    const { member } = server().acme
    const way = await wayToDatabase(server().databaseUrl)
    const [first] = await rowsOf(server().databaseUrl, 'select id from nodes')
    const other = await secondNode(server(), { DATABASE_URL: way.databaseUrl })
    const clients = [member, other.client(member.key)]
    const cutOff = async (isCutOff: boolean) => {
      if (!isCutOff) return way.open()
      way.cut()
      const leaseIsOver = `update nodes set renewed_at = now() - interval '1 hour' where id <> $1`
      await rowsOf(server().databaseUrl, leaseIsOver, [first?.id])
    }
    await fc.assert(
      fc.asyncProperty(fc.commands(anySteps, { maxCommands: 30 }), async (commands) => {
        const { id: computerId, credential } = await member.computers.register({ name: crypto.randomUUID() })
        const { sessionId } = await member.sessions.create({ computerId })
        const real: steps.Real = {
          clients,
          addresses: [server().address, other.address],
          databaseUrl: server().databaseUrl,
          computerId,
          credential,
          sessionId,
          advance: server().advance,
          cutOff,
          computer: undefined,
        }
        const model: steps.Model = {
          waiting: [],
          turn: undefined,
          seq: 0,
          messages: 0,
          isConnected: false,
          node: 0,
          deadNode: undefined,
          isInterrupting: false,
          clock: 0,
          awaySince: 0,
          begun: [],
        }
        await fc.asyncModelRun(() => ({ model, real }), commands)
        await finish(model, real)
      }),
      { numRuns: 15 },
    )
  })
})

/** Whatever happened, the session can be worked through to its end. */
async function finish(model: steps.Model, real: steps.Real): Promise<void> {
  const run = async (step: ReturnType<typeof steps.post>) => {
    if (step.check(model)) await step.run(model, real)
  }
  await run(steps.revive)
  await run(steps.connect(0, true))
  await run(steps.end('completed'))
  while (model.waiting.length > 0) {
    await run(steps.take)
    await run(steps.end('completed'))
  }
  const [client] = real.clients
  const messages = (await client?.messages.list({ sessionId: real.sessionId, limit: 100 }))?.messages
  expect(messages).toHaveLength(Math.min(100, model.messages))
  await real.computer?.close()
}
