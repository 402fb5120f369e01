import { Link } from '@tanstack/react-router'
import { useMe } from '../../../app/me.ts'
import type { Search } from '../../../app/search.ts'
import { compact, money } from '../../../ui/numbers.ts'
import { Stat } from '../../../ui/stat.tsx'
import { NotReported } from '../not-reported.tsx'
import type { CostsView } from './prepare.ts'

interface CostStatProps {
  readonly costs: CostsView
  readonly to?: string
  readonly search?: Search
}

/** The cost of all usage in the range, as far as prices are known. */
export function CostStat({ costs, ...link }: CostStatProps) {
  if (costs.isCostUnknown) return <NotReported label="Cost" why="No price is known" />
  return (
    <Stat
      label="Cost"
      {...costs.cost}
      format={money}
      {...link}
      missing={costs.unpriced > 0 && <WithoutPrice tokens={costs.unpriced} models={costs.unpricedModels} />}
    />
  )
}

/** What is in no amount, with the way to give it a price for those who may. */
function WithoutPrice({ tokens, models }: { tokens: number; models: number }) {
  const isOwner = useMe().user.role === 'owner'
  return (
    <>
      {compact(tokens)} tokens of {models} {models === 1 ? 'model' : 'models'} have no price
      {isOwner && (
        <>
          :{' '}
          <Link to="/organization/controls" hash="modelPrices" className="underline">
            set it
          </Link>
        </>
      )}
    </>
  )
}
