import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Child } from '../child.ts'
import type { Service } from '../service.ts'
import { type BatchFigures, computeDays, nameOf, pastDays, withInstallation } from './installation.ts'
import type { Plan } from './plan.ts'
import type { FillJob, GroupByJob, StoreResult } from './store-job.ts'

export interface BatchCompared {
  readonly name: string
  readonly events: number
  readonly users: number
  /** How many groups the bare statements make of the events. */
  readonly groups: number
  /** How many times as long as the bare statements it may take. */
  readonly target: number
  readonly rounds: { readonly service: BatchFigures; readonly bare: StoreResult }[]
  /** The longest that a request for /healthz waited while the day was computed, in each of several runs. */
  readonly waitsMs: readonly number[]
}

interface BatchOptions {
  readonly plan: Plan
  readonly profileDir: string | undefined
  readonly progress: (text: string) => void
}

export const batchName = 'batch, a whole day'

export function measureBatch({ plan, profileDir, progress }: BatchOptions): Promise<BatchCompared> {
  const { users, eventsOfUser } = plan.batch
  const days = pastDays(1)
  return withInstallation(profileDir, async ({ dataDir, organizationId, start }) => {
    const worker = new Child<FillJob | GroupByJob, StoreResult>(new URL('./store-worker.ts', import.meta.url))
    try {
      progress(`batch: storing ${users * eventsOfUser} events`)
      const filled = await worker.ask({
        kind: 'fill',
        dataDir,
        organizationId,
        days,
        users,
        events: { from: 0, to: eventsOfUser },
      })
      const file = join(dataDir, 'copy.duckdb')
      await copyFile(join(dataDir, 'events.duckdb'), file)
      const service = await start()
      try {
        const rounds: BatchCompared['rounds'] = []
        let groups = 0
        for (let round = 0; round <= plan.rounds; round++) {
          progress(`batch: ${round === 0 ? 'warming up' : `round ${round} of ${plan.rounds}`}`)
          const figures = await computeDays(service, organizationId, days)
          const bare = await worker.ask({ kind: 'group by', file, organizationId, day: nameOf(days[0] ?? 0) })
          groups = bare.count
          if (round > 0) rounds.push({ service: figures, bare })
        }
        const waitsMs: number[] = []
        for (let run = 0; run < plan.rounds; run++) {
          waitsMs.push(await longestWait(service, () => computeDays(service, organizationId, days)))
        }
        return { name: batchName, events: filled.count, users, groups, target: 2, rounds, waitsMs }
      } finally {
        await service.stop()
      }
    } finally {
      await worker.stop()
    }
  })
}

/** Asks again and again for something that needs no work. The answer is late while the event loop is busy. */
async function longestWait({ port }: Service, work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      const startedAt = performance.now()
      await (await fetch(`http://127.0.0.1:${port}/healthz`)).arrayBuffer()
      longest = Math.max(longest, performance.now() - startedAt)
      await sleep(2)
    }
  })()
  await work().finally(() => {
    isOver = true
  })
  await asking
  return longest
}
