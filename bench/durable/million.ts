import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { IngestMeter } from '../analytics/ingest.ts'
import { withInstallation } from '../analytics/installation.ts'
import { nativeMix } from '../analytics/telemetry-bodies.ts'
import { proportionalBytes } from '../processes.ts'
import type { DurableOptions } from './compare.ts'

export interface Million {
  readonly events: number
  /** The memory of the service, its Postgres and its workers. Shared memory counts once. */
  readonly treeMb: number
  readonly processes: number
  /** The same after half a minute without requests. */
  readonly restingMb: number
  /** The bytes of the event store and its log, after the service has ended. */
  readonly bytesPerEvent: number
}

/** Memory and disk space after many events came in over HTTP. */
export function measureMillion({ plan, profileDir, progress }: DurableOptions): Promise<Million> {
  progress(`a million: sending ${plan.events} events`)
  const meter = new IngestMeter()
  return withInstallation(profileDir, async ({ dataDir, start }) => {
    const service = await start({ settings: { MUSTER_MAX_EVENTS_PER_USER_DAY: '1000000000' } })
    let stopped = false
    try {
      const mix = nativeMix(500)
      const load = { mix, durationMs: 600_000, maxBodies: plan.events / 500 }
      const { events } = await meter.service(service, load, 16)
      const { bytes, processes } = proportionalBytes(service.pid)
      progress('a million: waiting half a minute')
      await sleep(30_000)
      const resting = proportionalBytes(service.pid)
      await service.stop()
      stopped = true
      const files = ['events.duckdb', 'events.duckdb.wal'].map((name) => join(dataDir, name))
      const stored = files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0)
      return { events, treeMb: bytes / 1e6, processes, restingMb: resting.bytes / 1e6, bytesPerEvent: stored / events }
    } finally {
      if (!stopped) await service.stop()
      await meter.stop()
    }
  })
}
