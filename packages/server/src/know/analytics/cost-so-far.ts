import { addDays } from '@muster/contract/days'
import { promptBounds } from '@muster/contract/prices/price-list'
import type { Database } from '../../ground/database/database.ts'
import type { Workers } from '../../ground/platform/workers.ts'
import type { EventStore } from '../events/event-store.ts'
import * as costs from './cost-repository.ts'
import * as repository from './repository.ts'
import { doWorkJob } from './work/do-work-job.ts'
import { moneyIsComplete, type WorkPiece } from './work/work-job.ts'

interface CostOptions {
  readonly database: Database
  readonly events: EventStore
  readonly workers: Workers
}

export interface CostSoFar {
  readonly nanos: number
  readonly unpriced: number
}

/** The costs of a day that is not over, as far as they are known: computed as at its end, and stored nowhere. */
export async function costSoFar(options: CostOptions, organizationId: string, day: string): Promise<CostSoFar> {
  const { database, events, workers } = options
  const [members, prices] = await Promise.all([
    repository.people(database, organizationId),
    costs.prices(database, organizationId),
  ])
  const money = events.workFacts(organizationId, day, { promptBounds: promptBounds(prices), apart: 'money' })
  const input = { day, members, format: money.format, prices }
  const sums = { nanos: 0, unpriced: 0 }
  for await (const output of doWorkJob(workers, input, withEnd(money.pieces))) {
    for (const cell of 'costCells' in output ? output.costCells : []) {
      sums.nanos += (cell.reported ?? 0) + (cell.estimated ?? 0)
      sums.unpriced += cell.unpricedTokens
    }
  }
  return sums
}

/** Whether a past day waits to be computed. */
export async function isPending(database: Database, organizationId: string, day: string): Promise<boolean> {
  const pending = await repository.pendingOf(database, organizationId, addDays(day, 1))
  return pending.some((waiting) => waiting.day === day)
}

async function* withEnd(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<WorkPiece> {
  yield* pieces
  yield moneyIsComplete
}
