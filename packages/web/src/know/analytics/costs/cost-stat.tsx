import { money } from '../../../ui/numbers.ts'
import { Stat } from '../../../ui/stat.tsx'
import { NotReported } from '../not-reported.tsx'
import type { CostsView } from './prepare.ts'

/** The cost of all usage in the range, as far as prices are known. */
export function CostStat({ costs, to }: { costs: CostsView; to?: string }) {
  if (costs.isCostUnknown) return <NotReported label="Cost" why="No price is known" />
  return <Stat label="Cost" {...costs.cost} format={money} {...(to && { to })} />
}
