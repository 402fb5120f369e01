import type { Client } from '@muster/sdk'
import type { AsyncCommand } from 'fast-check'
import { expect } from 'vitest'
import { rowsOf } from './database-rows.ts'
import { assistantText, RelayComputer } from './relay-computer.ts'

/** What a session should be, as simply as it can be said. */
export interface Model {
  /** Messages that wait, the first to be taken first. */
  waiting: string[]
  turn: string | undefined
  seq: number
  messages: number
  isConnected: boolean
  /** The node that has the computer, or had it last. */
  node: number
  /** Which node is cut off from the database, and so as good as dead. */
  deadNode: number | undefined
  isInterrupting: boolean
  /** By the clock of the service. */
  clock: number
  awaySince: number
  /** Turns that the computer was ever told to begin. */
  begun: string[]
}

export interface Real {
  readonly clients: readonly Client[]
  readonly addresses: readonly string[]
  readonly databaseUrl: string
  readonly computerId: string
  readonly credential: string
  readonly sessionId: string
  advance(ms: number): void
  /** Cuts the second node off, or lets it back. */
  cutOff(isCutOff: boolean): Promise<void>
  computer: RelayComputer | undefined
}

type Step = AsyncCommand<Model, Real>

const graceMs = 120_000
const patience = { interval: 20 }

function step(name: string, can: (model: Model) => boolean, run: (model: Model, real: Real) => Promise<void>): Step {
  return {
    check: can,
    toString: () => name,
    async run(model, real) {
      await run(model, real)
      await isAsExpected(model, real)
    },
  }
}

/** Every node says the same, and what the model says. */
async function isAsExpected(model: Model, real: Real): Promise<void> {
  const { clients, sessionId } = real
  const status = model.turn !== undefined ? 'running' : model.waiting.length > 0 ? 'pending' : 'idle'
  for (const client of clients.filter((_client, node) => node !== model.deadNode)) {
    await expect
      .poll(() => client.sessions.get({ sessionId }), patience)
      .toMatchObject({ status, messageCount: model.messages })
  }
  expect(new Set(model.begun).size).toBe(model.begun.length)
}

async function told(real: Real, type: string, turnId: string): Promise<void> {
  const isThere = () =>
    real.computer?.frames.some((frame) => frame.type === type && 'turnId' in frame && frame.turnId === turnId)
  await expect.poll(isThere, patience).toBe(true)
}

async function acknowledged({ computer }: Real, seq: number, before: number): Promise<void> {
  const acks = () => computer?.frames.slice(before).some((frame) => frame.type === 'ack' && frame.seq === seq)
  await expect.poll(acks, patience).toBe(true)
}

const clientOf = (model: Model, real: Real, node: number) => real.clients[living(model, node)] as Client

/** Whoever wants to go to a dead node is sent to another by the load balancer. */
const living = ({ deadNode }: Model, node: number) => (node === deadNode ? 0 : node)

export const post = (node: number) =>
  step(
    `post on node ${node}`,
    () => true,
    async (model, real) => {
      const { messageId } = await clientOf(model, real, node).messages.post({ sessionId: real.sessionId, text: 'Go.' })
      model.waiting.push(messageId)
      model.messages++
    },
  )

export const takeBack = (node: number) =>
  step(
    `take back on node ${node}`,
    ({ waiting }) => waiting.length > 0,
    async (model, real) => {
      const messageId = model.waiting.pop() ?? ''
      await clientOf(model, real, node).messages.takeBack({ sessionId: real.sessionId, messageId })
      model.messages--
    },
  )

export const interrupt = (node: number) =>
  step(
    `interrupt on node ${node}`,
    () => true,
    async (model, real) => {
      await clientOf(model, real, node).sessions.interrupt({ sessionId: real.sessionId })
      const isBusy = model.turn !== undefined || model.waiting.length > 0
      model.waiting = []
      if (!isBusy) return
      if (model.turn !== undefined && model.isConnected) {
        model.isInterrupting = true
        await told(real, 'interrupt', model.turn)
      } else endTurn(model, 1)
    },
  )

export const take = step(
  'take',
  ({ isConnected, turn, waiting }) => isConnected && turn === undefined && waiting.length > 0,
  async (model, real) => {
    const turnId = model.waiting.shift() ?? ''
    await told(real, 'prompt', turnId)
    real.computer?.send({ type: 'taken', sessionId: real.sessionId, turnId })
    await told(real, 'go', turnId)
    model.turn = turnId
    model.seq = 0
    model.begun.push(turnId)
  },
)

/** `times`: what is not known to be acknowledged is sent again. */
export const say = (times: number) =>
  step(
    `say, sent ${times} times`,
    ({ isConnected, turn }) => isConnected && turn !== undefined,
    async (model, real) => {
      model.seq++
      model.messages++
      const message = assistantText('Working.')
      const update = { seq: model.seq, kind: 'message', message } as const
      for (let time = 0; time < times; time++) await send(model, real, [update])
    },
  )

export const end = (outcome: 'completed' | 'failed' | 'interrupted') =>
  step(
    `end: ${outcome}`,
    ({ isConnected, turn }) => isConnected && turn !== undefined,
    async (model, real) => {
      model.seq++
      await send(model, real, [{ seq: model.seq, kind: 'end', outcome }])
      endTurn(model, outcome === 'completed' ? 0 : 1)
    },
  )

export const disconnect = step(
  'disconnect',
  ({ isConnected }) => isConnected,
  async (model, real) => {
    await real.computer?.close()
    model.isConnected = false
    model.awaySince = model.clock
    await isAway(real)
    if (model.isInterrupting) endTurn(model, 1)
  },
)

/** `keeps`: a computer that lost its disk does not know its turn any more. */
export const connect = (node: number, keeps: boolean) =>
  step(
    `connect to node ${node}${keeps ? '' : ', having forgotten everything'}`,
    ({ isConnected }) => !isConnected,
    async (model, real) => {
      model.node = living(model, node)
      const address = real.addresses[model.node] ?? ''
      const relayAgentUrl = `${address.replace(/^http/, 'ws')}/api/v0/relay/computers/${real.computerId}/agent`
      const turn = { sessionId: real.sessionId, turnId: model.turn ?? '', state: 'prompted' } as const
      const known = keeps && model.turn !== undefined ? [turn] : []
      real.computer = await RelayComputer.connect({ relayAgentUrl, credential: real.credential }, known)
      model.isConnected = true
      if (!keeps && model.turn !== undefined) endTurn(model, 1)
    },
  )

/** The second node dies: nothing that it still wants to write arrives, and its computers must look for another. */
export const die = step(
  'the second node dies',
  ({ deadNode }) => deadNode === undefined,
  async (model, real) => {
    await real.cutOff(true)
    model.deadNode = 1
    if (!model.isConnected || model.node !== 1) return
    real.computer?.socket.terminate()
    model.isConnected = false
    await isAway(real)
    model.awaySince = model.clock
    if (model.isInterrupting) endTurn(model, 1)
  },
)

/** It comes back with all that it remembers of before. */
export const revive = step(
  'the second node is back',
  ({ deadNode }) => deadNode !== undefined,
  async (model, real) => {
    await real.cutOff(false)
    model.deadNode = undefined
  },
)

export const jump = (ms: number) =>
  step(
    `the clock jumps by ${ms} ms`,
    () => true,
    async (model, real) => {
      real.advance(ms)
      model.clock += ms
      const isLost = !model.isConnected && model.turn !== undefined && model.clock - model.awaySince > graceMs
      if (isLost) endTurn(model, 1)
    },
  )

function endTurn(model: Model, messages: number): void {
  model.turn = undefined
  model.isInterrupting = false
  model.messages += messages
}

async function send(model: Model, real: Real, updates: Parameters<RelayComputer['updates']>[1]): Promise<void> {
  const before = real.computer?.frames.length ?? 0
  real.computer?.send({ type: 'updates', sessionId: real.sessionId, turnId: model.turn ?? '', updates })
  await acknowledged(real, model.seq, before)
}

async function isAway({ databaseUrl, computerId }: Real): Promise<void> {
  const nodeOf = async () => {
    const [row] = await rowsOf(databaseUrl, 'select node_id from computers where id = $1', [computerId])
    return row?.node_id
  }
  await expect.poll(nodeOf, patience).toBeNull()
}
