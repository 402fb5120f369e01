import type { UserLimit } from '@muster/contract/limits'
import { Button } from '../../../ui/button.tsx'
import { exact, percent } from '../../../ui/numbers.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Empty, Failure, Skeleton } from '../../../ui/states.tsx'

interface LimitsViewProps {
  readonly limits: readonly UserLimit[] | undefined
  readonly error: unknown
  readonly onRetry: () => void
  readonly onAdd: () => void
  readonly onEdit: (limit: UserLimit) => void
}

/** The used share of each limit, the fullest first. */
export function LimitsView({ limits, error, onRetry, onAdd, onEdit }: LimitsViewProps) {
  const rows = limits?.toSorted((one, other) => shareOf(other) - shareOf(one) || one.email.localeCompare(other.email))
  return (
    <>
      <PageHeader
        title="Limits"
        actions={
          <Button look="solid" icon="plus" onClick={onAdd}>
            Set a limit
          </Button>
        }
      >
        Credits of the calendar month up to now (UTC). Who has used all gets no new answer until the next month.
      </PageHeader>
      {error ? (
        <Failure error={error} retry={onRetry} />
      ) : !rows ? (
        <Skeleton className="h-64" />
      ) : rows.length === 0 ? (
        <div className="card">
          <Empty icon="gauge" title="Nobody has a limit">
            One credit is one billable token, times the multiplier of its model. A limit holds from the next message on.
          </Empty>
        </div>
      ) : (
        <ul className="card divide-y divide-line">
          {rows.map((row) => (
            <LimitRow key={row.email} row={row} onEdit={() => onEdit(row)} />
          ))}
        </ul>
      )}
    </>
  )
}

function LimitRow({ row, onEdit }: { row: UserLimit; onEdit: () => void }) {
  const { email, limit, used } = row
  const share = shareOf(row)
  const look = share >= 1 ? 'bg-bad' : share >= 0.8 ? 'bg-series-3' : 'bg-accent-solid'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-[13px]">
      <span className="w-full min-w-0 truncate font-medium sm:w-64">{email}</span>
      <meter
        className="sr-only"
        aria-label={`Used by ${email}`}
        min={0}
        max={Math.max(limit, 1)}
        value={Math.min(used, limit)}
      >
        {percent(share)}
      </meter>
      <span aria-hidden="true" className="h-2 min-w-24 flex-1 overflow-hidden rounded-full bg-sunken">
        <span className={`block h-full rounded-full ${look}`} style={{ width: `${Math.min(1, share) * 100}%` }} />
      </span>
      <span className="tabular text-right text-muted sm:w-60">
        <span className="font-medium text-ink">{exact(used)}</span> of {exact(limit)}
        <span className="ml-2 inline-block w-14">{percent(share)}</span>
      </span>
      <Button size="small" aria-label={`Change the limit of ${email}`} onClick={onEdit}>
        Change
      </Button>
    </li>
  )
}

/** A limit of 0 is used up from the start. */
function shareOf({ used, limit }: UserLimit): number {
  return limit === 0 ? 1 : used / limit
}
