import { randomUUID } from 'node:crypto'
import { Child } from '../child.ts'
import type { Service } from '../service.ts'
import type { Api } from './api.ts'
import { BenchComputer } from './computer.ts'
import type { WatchJob } from './watch-job.ts'

/** Milliseconds until each of many watchers of one session has seen an update, over some rounds. */
export async function measureWatching(service: Service, api: Api, watchers: number, rounds: number): Promise<number[]> {
  const credentials = await api.register('for watchers')
  const computer = await BenchComputer.connect(service.port, credentials)
  const sessionId = await api.createSession(credentials.computerId)
  const prompt = computer.next('prompt')
  await api.post(sessionId, 'Hello')
  const { turnId } = (await prompt).frame
  const go = computer.next('go')
  computer.send({ type: 'taken', sessionId, turnId })
  await go
  const child = new Child<WatchJob, number[]>(new URL('./watch-job.ts', import.meta.url))
  const { port, headers } = service
  const delays: number[] = []
  try {
    await child.ask({ open: { service: { port, headers }, sessionId, count: watchers } })
    for (let seq = 1; seq <= rounds; seq++) {
      const text = randomUUID()
      await child.ask({ await: text })
      const stored = computer.next('ack')
      const content = [{ type: 'text' as const, id: randomUUID(), text }]
      const message = { id: randomUUID(), role: 'assistant' as const, content, createdAt: Date.now() }
      const sentMs = performance.timeOrigin + performance.now()
      computer.send({ type: 'updates', sessionId, turnId, updates: [{ seq, kind: 'message', message }] })
      const seenMs = await child.ask({ collect: true })
      delays.push(...seenMs.map((atMs) => atMs - sentMs))
      await stored
    }
    return delays
  } finally {
    computer.close()
    await child.stop()
  }
}
