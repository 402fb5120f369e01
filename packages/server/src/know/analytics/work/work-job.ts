import type { ModelPrice } from '@muster/contract/prices/price'
import { createPriceList } from '@muster/contract/prices/price-list'
import type { Member } from '../../../govern/people/people.ts'
import type { Job } from '../../../ground/platform/job.ts'
import { type FactFormat, workFactReader } from '../../events/facts.ts'
import { type DocumentPart, inGroups, joined } from '../day-job.ts'
import { partsOf } from '../parts.ts'
import type { CostCell } from './cost-cells.ts'
import { createWorkTally, type WorkDay } from './work-tally.ts'

export interface WorkJobInput {
  readonly day: string
  readonly members: readonly Member[]
  readonly format: FactFormat
  /** The prices of the organization. */
  readonly prices: readonly ModelPrice[]
}

export type WorkOutput =
  | { readonly documents: readonly DocumentPart[] }
  | { readonly costCells: readonly CostCell[] }
  | { readonly whole: WorkWhole }

/** The totals of the day. */
export interface WorkWhole extends Pick<WorkDay, 'folded' | 'isSaturated'> {
  /** Each user with the team that senders name. */
  readonly teams: readonly (readonly [userId: string, team: string])[]
}

/** Sent after the last piece of facts about money. */
export const moneyIsComplete = 'money is complete'
export type WorkPiece = Uint8Array | typeof moneyIsComplete

const cellsAtOnce = 2_000

/**
 * Adds up the facts about costs and work of a day, and yields its rows as texts. The rows about costs come as soon as
 * they are complete, and are stored while the store still adds up work.
 */
export function workJob(input: WorkJobInput): Job<WorkPiece, WorkOutput> {
  const { day, members, format, prices } = input
  const read = workFactReader(format)
  const tally = createWorkTally({ day, members, prices: createPriceList(prices) })

  function* finishMoney(): Generator<WorkOutput> {
    const { costs, cells } = tally.finishMoney()
    yield* documentsOf([
      ['costs', JSON.stringify(costs.row)],
      ['costs_by_model', joined(costs.groups.model)],
      ['costs_by_user', joined(costs.users)],
      ['costs_by_team', joined(costs.groups.team)],
      ['costs_by_agent', joined(costs.groups.agent)],
      ['costs_by_repository', joined(costs.groups.repository)],
    ])
    for (let at = 0; at < cells.length; at += cellsAtOnce) yield { costCells: cells.slice(at, at + cellsAtOnce) }
  }

  function* documentsOf(bodies: readonly (readonly [DocumentPart['kind'], string])[]): Generator<WorkOutput> {
    const documents = bodies.flatMap(([kind, body]) => partsOf(body).map((text, part) => ({ day, kind, part, text })))
    for (const some of inGroups(documents, ({ text }) => text.length)) yield { documents: some }
  }

  return {
    take(piece) {
      if (piece === moneyIsComplete) return finishMoney()
      for (const fact of read(piece)) tally.add(fact)
      return undefined
    },
    *finish() {
      const { work, teamsOfUsers, folded, isSaturated } = tally.finishWork()
      yield* documentsOf([
        ['work', JSON.stringify(work.row)],
        ['work_by_agent', joined(work.groups.agent)],
        ['work_by_team', joined(work.groups.team)],
        ['work_by_repository', joined(work.groups.repository)],
        ['work_by_tool', joined(work.groups.tool)],
      ])
      yield { whole: { teams: [...teamsOfUsers], folded, isSaturated } }
    },
  }
}
