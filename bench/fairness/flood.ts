import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { proportionalBytes, residentBytes } from '../processes.ts'
import type { Service } from '../service.ts'
import { median } from '../statistics.ts'
import { nativeBody } from './heavy.ts'

/** What one member does to the memory of the service, and to another organization, with large bodies that nobody waits for. */
export interface FloodFigures {
  readonly bodies: number
  /** Megabytes of all processes of the service: before, at the most in the serving one, and a minute later. */
  readonly beforeMb: number
  readonly mostMb: number
  readonly afterMb: number
  /** Seconds until a body of another organization is answered: alone, during the flood, and when all have hung up. */
  readonly aloneSeconds: number
  readonly duringSeconds: number
  readonly leftSeconds: number
}

const inflatedBytes = 16 * 2 ** 20
const otherBytes = 10 ** 6
/** A flood comes at 20 bodies a second, and each caller hangs up after this time. */
const betweenMs = 50
const patienceMs = 1_500
/** Both times begin with a worker that has to start. */
const idleMs = 35_000
const laterMs = 60_000

export async function measureFlood(service: Service, operatorKey: string, bodies: number): Promise<FloodFigures> {
  const other = await anotherOrganization(service, operatorKey)
  let sent = 0
  const askUntil = async (isOver: (answered: number) => boolean) => {
    const seconds: number[] = []
    while (!isOver(seconds.length)) {
      const body = nativeBody(otherBytes, 1_000_000 + sent++)
      const begun = performance.now()
      await send(service, other, body)
      seconds.push((performance.now() - begun) / 1000)
    }
    return seconds
  }
  const some = (answered: number) => answered === 7
  await askUntil(some)
  await sleep(idleMs)
  const alone = await askUntil(some)
  await sleep(idleMs)
  const beforeMb = memoryOf(service)
  let mostMb = 0
  const watch = setInterval(() => {
    mostMb = Math.max(mostMb, residentBytes(service.pid) / 1e6)
  }, 200)
  let haveLeft = false
  const flood = sendAndLeave(service, bodies).finally(() => {
    haveLeft = true
  })
  const during = await askUntil((answered) => haveLeft && answered > 0)
  await flood
  const left = await askUntil(some)
  await sleep(laterMs)
  clearInterval(watch)
  return {
    bodies,
    beforeMb,
    mostMb,
    afterMb: memoryOf(service),
    aloneSeconds: median(alone),
    duringSeconds: median(during),
    leftSeconds: median(left),
  }
}

function memoryOf({ pid }: Service): number {
  return proportionalBytes(pid).bytes / 1e6
}

async function sendAndLeave({ port, headers }: Service, bodies: number): Promise<void> {
  const [line = ''] = nativeBody(1_000, 0).toString().split('\n')
  const lines = Buffer.from(`${line}\n`.repeat(Math.floor(inflatedBytes / (line.length + 1))))
  const body = gzipSync(lines, { level: 9 })
  const left: Promise<void>[] = []
  for (let count = 0; count < bodies; count++) {
    const { promise, resolve } = Promise.withResolvers<void>()
    left.push(promise)
    const ndjson = { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip', 'content-length': body.length }
    const path = '/api/v0/events'
    const caller = request({ port, path, method: 'POST', agent: false, headers: { ...headers, ...ndjson } })
    caller.on('error', () => {})
    caller.on('response', (answer) => answer.resume())
    caller.on('close', resolve)
    caller.end(body)
    setTimeout(() => caller.destroy(), patienceMs)
    await sleep(betweenMs)
  }
  await Promise.all(left)
}

async function send({ port }: Service, key: string, body: Buffer): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v0/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    body: new Uint8Array(body),
  })
  if (!answer.ok) throw new Error(`The other organization got ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

async function anotherOrganization({ port }: Service, operatorKey: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/operator/organizations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Another', ownerEmail: 'owner@another.example' }),
  })
  const { apiKey } = (await answer.json()) as { apiKey?: string }
  if (apiKey === undefined) throw new Error(`There is no other organization: ${answer.status}`)
  return apiKey
}
