import { promptBounds } from '@muster/contract/prices/price-list'
import type { Member } from '../../govern/people/people.ts'
import type { Tx } from '../../ground/database/database.ts'
import type { Workers } from '../../ground/platform/workers.ts'
import type { EventStore } from '../events/event-store.ts'
import * as costs from './cost-repository.ts'
import * as documents from './document-repository.ts'
import { storeOutputs } from './store-outputs.ts'
import { doWorkJob } from './work/do-work-job.ts'
import { moneyIsComplete, type WorkPiece, type WorkWhole } from './work/work-job.ts'

interface WorkOptions {
  readonly events: EventStore
  readonly workers: Workers
}

/**
 * Computes and stores the costs and the work of a day. Resolves with the totals of the day. It reads prices after the
 * generation of the day: a change of prices raises the generation, so the day is computed again.
 */
export function createWorkComputation({ events, workers }: WorkOptions) {
  return async (
    tx: Tx,
    organizationId: string,
    { day, members }: { readonly day: string; readonly members: readonly Member[] },
    signal: AbortSignal,
  ) => {
    await documents.remove(tx, organizationId, documents.workKinds, [day])
    await costs.removeCells(tx, organizationId, day)
    const prices = await costs.prices(tx, organizationId)
    const factsAbout = (apart: 'money' | 'work') =>
      events.workFacts(organizationId, day, { promptBounds: promptBounds(prices), apart })
    const [money, work] = [factsAbout('money'), factsAbout('work')]
    const input = { day, members, format: money.format, prices }
    const outputs = doWorkJob(workers, input, inTurn(money.pieces, work.pieces), signal)
    let whole: WorkWhole | undefined
    // Read to the end: a worker whose output is not read is treated as abandoned and killed.
    await storeOutputs(outputs, async (output) => {
      if ('documents' in output) await documents.insert(tx, organizationId, output.documents)
      else if ('costCells' in output) await costs.insertCells(tx, organizationId, day, output.costCells)
      else whole = output.whole
    })
    if (!whole) throw new Error('The job ended before its result.')
    return whole
  }
}

async function* inTurn(money: AsyncIterable<Uint8Array>, work: AsyncIterable<Uint8Array>): AsyncGenerator<WorkPiece> {
  yield* money
  yield moneyIsComplete
  yield* work
}
