import { Child } from '../child.ts'
import { median } from '../statistics.ts'
import { IngestMeter } from './ingest.ts'
import { computeDays, pastDays, withInstallation } from './installation.ts'
import type { Plan } from './plan.ts'
import type { FillJob, StoreResult } from './store-job.ts'
import { nativeMix } from './telemetry-bodies.ts'

export interface GrowthPoint {
  /** How many events the store holds before the measurement. */
  readonly stored: number
  /** The CPU microseconds to take in one event, and to compute one event of a day: the median of the rounds. */
  readonly ingestMicroseconds: number
  readonly batchMicroseconds: number
  /** The same by the clock. */
  readonly ingestClockMicroseconds: number
  readonly batchClockMicroseconds: number
}

interface GrowthOptions {
  readonly plan: Plan
  readonly profileDir: string | undefined
  readonly progress: (text: string) => void
}

export const growthName = 'growth'

const users = 1_000
const eventsOfBody = 500

/**
 * Does the same work while the store grows: takes in native events of today, and computes one day that always has the
 * same size. The other stored events are on the 29 days before it.
 */
export function measureGrowth({ plan, profileDir, progress }: GrowthOptions): Promise<GrowthPoint[]> {
  const { stored, ingested, ofDay } = plan.growth
  const days = pastDays(30)
  const [measured, others] = [days.slice(-1), days.slice(0, -1)]
  return withInstallation(profileDir, async ({ dataDir, organizationId, start }) => {
    const worker = new Child<FillJob, StoreResult>(new URL('./store-worker.ts', import.meta.url))
    const meter = new IngestMeter()
    const points: GrowthPoint[] = []
    try {
      const fill = (some: readonly number[], from: number, to: number) =>
        worker.ask({ kind: 'fill', dataDir, organizationId, days: some, users, events: { from, to } })
      await fill(measured, 0, ofDay / users)
      let ofOtherDays = 0
      let taken = 0
      for (const size of stored) {
        progress(`growth: filling the store up to ${size} events`)
        const next = Math.max(ofOtherDays, Math.round((size - ofDay) / users / others.length))
        if (next > ofOtherDays) await fill(others, ofOtherDays, next)
        ofOtherDays = next
        const before = ofDay + ofOtherDays * users * others.length + taken
        const service = await start()
        try {
          const mix = nativeMix(eventsOfBody)
          const maxBodies = Math.ceil(ingested / eventsOfBody)
          const load = { mix, durationMs: 300_000, maxBodies }
          const ingests = []
          const batches = []
          for (let round = 0; round <= plan.rounds; round++) {
            progress(`growth: ${round === 0 ? 'warming up' : `round ${round} of ${plan.rounds}`}`)
            const ingest = await meter.service(service, load, plan.ingest.connections)
            taken += ingest.events
            const batch = await computeDays(service, organizationId, measured)
            if (round === 0) continue
            ingests.push(ingest)
            batches.push(batch)
          }
          points.push({
            stored: before,
            ingestMicroseconds: median(ingests.map((one) => (one.cpuSeconds / one.events) * 1e6)),
            batchMicroseconds: median(batches.map((one) => (one.cpuSeconds / ofDay) * 1e6)),
            ingestClockMicroseconds: median(ingests.map((one) => (one.seconds / one.events) * 1e6)),
            batchClockMicroseconds: median(batches.map((one) => (one.seconds / ofDay) * 1e6)),
          })
        } finally {
          await service.stop()
        }
      }
      return points
    } finally {
      await Promise.all([meter.stop(), worker.stop()])
    }
  })
}
