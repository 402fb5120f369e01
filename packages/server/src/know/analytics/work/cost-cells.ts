import { compareBytes } from '../../../ground/platform/byte-order.ts'
import { otherName } from '../../events/name-bounds.ts'
import { addCosts, type CostSums, compareCosts, noCosts } from './cost-sums.ts'

/** All that tells costs of a day apart. */
export interface CostPlace {
  readonly userId: string
  readonly team: string
  readonly agent: string
  readonly repository: string
  readonly model: string
}

/** What one place cost on a day, in billionths of a dollar. */
export interface CostCell extends CostPlace, Omit<CostSums, 'others'> {
  /** Costs in other currencies, as JSON; null if there are none. */
  readonly others: string | null
}

/** Senders may name any number of repositories and models: a user's smallest cells of a day are merged into one. */
const maxCellsOfUser = 100

/** Adds up costs by every place. */
export function createCostCells() {
  const cells = new Map<string, { readonly place: CostPlace; readonly costs: CostSums }>()

  return {
    add(place: CostPlace, costs: CostSums): void {
      const key = [place.userId, place.team, place.agent, place.repository, place.model].join('\0')
      addCosts(cells.getOrInsertComputed(key, () => ({ place, costs: noCosts() })).costs, costs)
    },
    /** Of each user the largest, in an order that does not depend on that of the additions. */
    all(): CostCell[] {
      const users = [...Map.groupBy(cells, ([, { place }]) => place.userId)]
      return users.toSorted(([a], [b]) => compareBytes(a, b)).flatMap(([userId, own]) => largest(userId, own))
    },
  }
}

type Placed = readonly [key: string, cell: { readonly place: CostPlace; readonly costs: CostSums }]

function largest(userId: string, own: readonly Placed[]): CostCell[] {
  const inOrder = own.toSorted(([a, one], [b, other]) => compareCosts([a, one.costs], [b, other.costs]))
  const kept = inOrder.slice(0, maxCellsOfUser).map(([, { place, costs }]) => cellOf(place, costs))
  const small = inOrder.slice(maxCellsOfUser)
  if (small.length === 0) return kept
  const others = noCosts()
  for (const [, { costs }] of small) addCosts(others, costs)
  const place = { userId, team: otherName, agent: otherName, repository: otherName, model: otherName }
  return [...kept, cellOf(place, others)]
}

function cellOf(place: CostPlace, { others, ...sums }: CostSums): CostCell {
  const byCurrency = [...others].toSorted(([a], [b]) => compareBytes(a, b))
  return { ...place, ...sums, others: others.size === 0 ? null : JSON.stringify(Object.fromEntries(byCurrency)) }
}
