import { randomUUID } from 'node:crypto'
import type { Service } from '../service.ts'
import type { Api } from './api.ts'
import { bareCommit, bareFrame } from './bare.ts'
import { BenchComputer } from './computer.ts'
import { Watcher } from './watcher.ts'

/** Milliseconds of each round. All are measured in turns, so that all see the same machine. */
export interface Latencies {
  /** From the request to the computer’s receipt of the message. */
  readonly toComputer: readonly number[]
  /** From the computer’s update to a client that watches. */
  readonly toWatcher: readonly number[]
  readonly commit: readonly number[]
  readonly frame: readonly number[]
}

const warmups = 20

export async function measureLatencies(service: Service, api: Api, rounds: number): Promise<Latencies> {
  const credentials = await api.register('for latencies')
  const computer = await BenchComputer.connect(service.port, credentials)
  const sessionId = await api.createSession(credentials.computerId)
  const watcher = await Watcher.open(service, sessionId)
  const [commit, frame] = [await bareCommit(service), await bareFrame()]
  const figures = {
    toComputer: [] as number[],
    toWatcher: [] as number[],
    commit: [] as number[],
    frame: [] as number[],
  }
  try {
    for (let round = -warmups; round < rounds; round++) {
      const turn = await playTurn(api, computer, watcher, sessionId)
      const bare = { commit: await commit.measure(), frame: await frame.measure() }
      if (round < 0) continue
      figures.toComputer.push(turn.toComputer)
      figures.toWatcher.push(turn.toWatcher)
      figures.commit.push(bare.commit)
      figures.frame.push(bare.frame)
    }
    return figures
  } finally {
    watcher.close()
    computer.close()
    await commit.close()
    await frame.close()
  }
}

/** One message, its hand-over in three steps, one update that is watched, and the end. */
async function playTurn(api: Api, computer: BenchComputer, watcher: Watcher, sessionId: string) {
  const prompt = computer.next('prompt')
  const postedMs = performance.now()
  const posted = api.post(sessionId, 'Hello')
  const { frame, atMs: receivedMs } = await prompt
  await posted
  const { turnId } = frame
  const go = computer.next('go')
  computer.send({ type: 'taken', sessionId, turnId })
  await go
  const text = randomUUID()
  const seen = watcher.sees(text)
  const stored = computer.next('ack')
  const content = [{ type: 'text' as const, id: randomUUID(), text }]
  const message = { id: randomUUID(), role: 'assistant' as const, content, createdAt: Date.now() }
  const sentMs = performance.now()
  computer.send({ type: 'updates', sessionId, turnId, updates: [{ seq: 1, kind: 'message', message }] })
  const seenMs = await seen
  await stored
  const ended = computer.next('ack')
  computer.send({ type: 'updates', sessionId, turnId, updates: [{ seq: 2, kind: 'end', outcome: 'completed' }] })
  await ended
  return { toComputer: receivedMs - postedMs, toWatcher: seenMs - sentMs }
}
