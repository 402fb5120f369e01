import { randomUUID } from 'node:crypto'
import type { BareAnswer } from '../bare-server.ts'
import { Child } from '../child.ts'
import type { Service } from '../service.ts'
import { type Figures, Meter } from '../v0/measure.ts'
import { computeDays, nameOf, pastDays, withInstallation } from './installation.ts'
import type { Plan } from './plan.ts'
import type { FillJob, StoreResult } from './store-job.ts'

export interface ServingRound {
  readonly service: Figures
  readonly bare: Figures
}

export interface ServingCompared {
  readonly name: string
  readonly bytes: number
  /** The wanted share of the bare server's requests per second and core. */
  readonly target: number
  readonly rounds: ServingRound[]
  /** The same with this many times as many events in the store. */
  readonly growth: number
  readonly grownRounds: ServingRound[]
}

interface ServingOptions {
  readonly plan: Plan
  readonly profileDir: string | undefined
  readonly isChosen: (name: string) => boolean
  readonly progress: (text: string) => void
}

const endpoints = ['tokens', 'tools', 'activity', 'productivity', 'users', 'costs', 'work', 'adoption'] as const
export const servingNames = endpoints.map((endpoint) => `serve /${endpoint}`)

/** Money, work and adoption are extensions of the interface. */
const extensions: ReadonlySet<string> = new Set(['costs', 'work', 'adoption'])

export async function measureServing(options: ServingOptions): Promise<ServingCompared[]> {
  const { plan, profileDir, isChosen, progress } = options
  const { days: dayCount, users, eventsOfUserDay, growth } = plan.serving
  const chosen = endpoints.filter((endpoint) => isChosen(`serve /${endpoint}`))
  if (chosen.length === 0) return []
  const days = pastDays(dayCount)
  const range = `startDate=${nameOf(days[0] ?? 0)}&endDate=${nameOf(days.at(-1) ?? 0)}`
  return withInstallation(profileDir, async ({ dataDir, organizationId, start }) => {
    const worker = new Child<FillJob, StoreResult>(new URL('./store-worker.ts', import.meta.url))
    const compared = chosen.map((endpoint): ServingCompared & { bytes: number } => ({
      name: `serve /${endpoint}`,
      bytes: 0,
      target: 0.7,
      rounds: [],
      growth,
      grownRounds: [],
    }))
    try {
      for (const isGrown of [false, true]) {
        // The added events belong to another organization, so the answers stay the same.
        const owner = isGrown ? randomUUID() : organizationId
        const events = { from: 0, to: eventsOfUserDay * (isGrown ? growth - 1 : 1) }
        progress(`serving: storing ${dayCount * users * events.to} events`)
        await worker.ask({ kind: 'fill', dataDir, organizationId: owner, days, users, events })
        const service = await start()
        const meter = new Meter(service, { hasPgbench: true })
        try {
          await computeDays(service, organizationId, days)
          for (let round = 0; round <= plan.rounds; round++) {
            progress(`serving: ${round === 0 ? 'warming up' : `round ${round} of ${plan.rounds}`}`)
            for (const [index, endpoint] of chosen.entries()) {
              const path = `/api/${extensions.has(endpoint) ? 'v0' : 'v1'}/analytics/${endpoint}?${range}`
              const answer = await answerTo(service, path)
              const { connections, durationMs } = plan.serving
              const kinds = [{ method: 'GET', paths: [path] }] as const
              const load = { kinds, connections, durationMs, maxRequests: 500_000 }
              const figures = { service: await meter.service(load), bare: await meter.bareServer(load, answer) }
              const one = compared[index]
              if (!one || round === 0) continue
              one.bytes = answer.body.length
              const rounds = isGrown ? one.grownRounds : one.rounds
              rounds.push(figures)
            }
          }
        } finally {
          await meter.stop()
          await service.stop()
        }
      }
      return compared
    } finally {
      await worker.stop()
    }
  })
}

/** The runtime adds these headers on both sides. */
const ofTheRuntime = ['date', 'connection', 'keep-alive']

/** The answer of the service, for the bare server to repeat, as bytes and not compressed. */
async function answerTo({ port, headers }: Service, path: string): Promise<BareAnswer> {
  const url = `http://127.0.0.1:${port}${path}`
  const answer = await fetch(url, { headers: { ...headers, 'accept-encoding': 'identity' } })
  if (!answer.ok) throw new Error(`GET ${path} was answered with ${answer.status}: ${await answer.text()}`)
  const kept = [...answer.headers].filter(([name]) => !ofTheRuntime.includes(name))
  return { headers: Object.fromEntries(kept), body: new Uint8Array(await answer.arrayBuffer()) }
}
