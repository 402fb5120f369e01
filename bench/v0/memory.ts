import type { RequestKind } from '../load/job.ts'
import { residentBytes } from '../processes.ts'
import type { Service } from '../service.ts'
import { mean, trendOf } from '../statistics.ts'
import type { Meter } from './measure.ts'

export interface MemoryFigures {
  readonly seconds: number
  readonly requests: number
  /** Resident memory of the service, once a second. */
  readonly samplesMb: readonly number[]
  readonly firstThirdMb: number
  readonly lastThirdMb: number
  readonly slopeMbPerMinute: number
  /** How far the samples lie from their own straight line. */
  readonly scatterMb: number
  readonly verdict: 'flat' | 'rising' | 'too short to tell'
}

/** Until then the heap still grows to its usual size. */
const shortestTellingMs = 30_000

interface MemoryRun {
  readonly kinds: readonly RequestKind[]
  readonly connections: number
  readonly warmupMs: number
  readonly durationMs: number
}

/** Watches the memory of the service under a mixed load, after it has warmed up. */
export async function measureMemory(service: Service, meter: Meter, run: MemoryRun): Promise<MemoryFigures> {
  const load = { kinds: run.kinds, connections: run.connections, maxRequests: 5_000_000 }
  await meter.service({ ...load, durationMs: run.warmupMs })
  const samplesMb: number[] = []
  const timer = setInterval(() => samplesMb.push(residentBytes(service.pid) / 1e6), 1000)
  const { requests, seconds } = await meter
    .service({ ...load, durationMs: run.durationMs })
    .finally(() => clearInterval(timer))
  const third = Math.floor(samplesMb.length / 3)
  const firstThirdMb = mean(samplesMb.slice(0, third))
  const lastThirdMb = mean(samplesMb.slice(-third))
  const { slope, scatter } = trendOf(samplesMb)
  const rise = slope * samplesMb.length
  // A leak rises steadily, so it rises by more than the scatter of the samples.
  const isFlat = rise < 2 * scatter
  return {
    seconds,
    requests,
    samplesMb,
    firstThirdMb,
    lastThirdMb,
    slopeMbPerMinute: slope * 60,
    scatterMb: scatter,
    verdict: run.durationMs < shortestTellingMs ? 'too short to tell' : isFlat ? 'flat' : 'rising',
  }
}
