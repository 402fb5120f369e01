import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@muster/sdk'
import { describe, expect, it } from 'vitest'
import { ownerKey, type RunningServer, startServer, temporaryDataDir } from './running-server.ts'

const environment = { MUSTER_NOW: '2026-02-10T08:00:00.000Z', MUSTER_RATE_LIMIT: '0' }
const days = ['2026-02-03', '2026-02-05', '2026-02-08', '2026-02-09']

/** Event number `number`; its id makes every delivery of it the same one. */
function eventOf(number: number) {
  const day = days[number % days.length]
  const common = { id: `${number}`, time: `${day}T12:00:00Z`, client: 'web' as const, sessionId: `s${number % 7}` }
  return number % 2 === 0
    ? { ...common, type: 'message' as const, role: 'user' as const }
    : { ...common, type: 'model_call' as const, model: 'house', inputTokens: 10, outputTokens: 1 }
}

/** Sends batch after batch, each until it is acknowledged, whatever happens to the server meanwhile. */
function keepSending(addressOf: () => string, size: number) {
  let acknowledged = 0
  let stopped = false
  async function send() {
    while (!stopped) {
      const events = Array.from({ length: size }, (_, index) => eventOf(acknowledged + index))
      const client = createClient({ baseUrl: addressOf(), apiKey: ownerKey, retries: 0, timeoutMs: 10_000 })
      const receipt = await client.telemetry.events({ events }).catch(() => undefined)
      if (!receipt) {
        await delay(20)
        continue
      }
      expect([receipt.accepted + receipt.duplicates, receipt.rejected]).toEqual([size, []])
      acknowledged += size
    }
  }
  const sending = send()
  return {
    acknowledged: () => acknowledged,
    async stop() {
      stopped = true
      await sending
    },
  }
}

/** Messages and tokens of each day, as the endpoints tell them. */
async function numbersOf({ owner }: RunningServer) {
  const range = { startDate: '2026-02-01', endDate: '2026-02-09' }
  const activity = await owner.analytics.activity(range)
  const tokens = await owner.analytics.tokens(range)
  return days.map((day) => {
    const of = <Row extends { date: string }>(rows: Row[]) => rows.find(({ date }) => date === day)
    return {
      day,
      messages: (of(activity.data as { date: string; messages: number }[]) ?? { messages: -1 }).messages,
      input: (of(tokens.data as { date: string; input_tokens: number }[]) ?? { input_tokens: -1 }).input_tokens,
    }
  })
}

function expectedNumbers(count: number) {
  const numbers = days.map((day) => ({ day, messages: 0, input: 0 }))
  for (let number = 0; number < count; number++) {
    const of = numbers[number % days.length]
    if (!of) continue
    if (number % 2 === 0) of.messages++
    else of.input += 10
  }
  return numbers
}

describe('kill -9 while telemetry comes in and days are computed', () => {
  it('loses nothing that was acknowledged, and counts nothing twice', async () => {
    const dataDir = await temporaryDataDir()
    let server = await startServer({ ...environment, MUSTER_DATA_DIR: dataDir })
    const sender = keepSending(() => server.address, 250)
    for (const more of [1, 6, 3, 4]) {
      const enough = sender.acknowledged() + more * 250
      await expect.poll(sender.acknowledged, { interval: 1 }).toBeGreaterThanOrEqual(enough)
      // Some of the kills come in the middle of a computation, all of them in the middle of a delivery.
      if (more % 2 === 1) void server.owner.analytics.refresh().catch(() => undefined)
      server.process.kill('SIGKILL')
      await server.ended
      server = await startServer({ ...environment, MUSTER_DATA_DIR: dataDir })
    }
    const enough = sender.acknowledged() + 500
    await expect.poll(sender.acknowledged).toBeGreaterThanOrEqual(enough)
    await sender.stop()
    await server.owner.analytics.refresh()
    expect(await numbersOf(server)).toEqual(expectedNumbers(sender.acknowledged()))
    const { pendingDays, completeThrough } = await server.owner.analytics.status()
    expect([pendingDays, completeThrough]).toEqual([[], '2026-02-09'])
  })

  it('computes a day whose last events were acknowledged right before, once it is over', async () => {
    const dataDir = await temporaryDataDir()
    const evening = { ...environment, MUSTER_DATA_DIR: dataDir, MUSTER_NOW: '2026-02-09T20:00:00.000Z' }
    const server = await startServer(evening)
    const events = [3, 7, 11].map(eventOf)
    for (const event of events) await server.owner.telemetry.events({ events: [event] })
    server.process.kill('SIGKILL')
    await server.ended
    const next = await startServer({ ...evening, MUSTER_NOW: environment.MUSTER_NOW })
    const { computedDays } = await next.owner.analytics.refresh()
    expect(computedDays.map(({ day }) => day)).toEqual(['2026-02-09'])
    expect((await numbersOf(next)).at(-1)).toEqual({ day: '2026-02-09', messages: 0, input: 30 })
  })
})
