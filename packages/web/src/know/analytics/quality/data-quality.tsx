import type { AnalyticsStatus } from '@muster/contract/analytics-status'
import { Card } from '../../../ui/card.tsx'
import { longDay } from '../../../ui/days.ts'
import { exact } from '../../../ui/numbers.ts'
import { Waiting } from '../../../ui/states.tsx'
import type { Loaded } from '../loaded.ts'

/** The quality of the numbers: which days are complete, and what could not be counted. */
export function DataQuality({ value: status, error, onRetry }: Loaded<AnalyticsStatus>) {
  if (!status) {
    return (
      <Card title="Data quality">
        <Waiting error={error} retry={onRetry} className="h-56" />
      </Card>
    )
  }
  const { dataQuality, pendingDays, failingDays, completeThrough } = status
  const rows: [string, string][] = [
    ['Complete through', completeThrough ? longDay(completeThrough) : 'nothing yet'],
    ['Days being computed', exact(pendingDays.length)],
    ['Days that failed', exact(failingDays.length)],
    ['Events counted', exact(dataQuality.acceptedEvents)],
    ['Events that came late, and count', exact(dataQuality.lateEvents)],
    ['Tool calls without a usable name', exact(dataQuality.unknownToolCalls)],
    ['Events refused as implausible', exact(dataQuality.quarantinedEvents)],
  ]
  return (
    <Card title="Data quality">
      <dl className="divide-y divide-line text-[13px]">
        {rows.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4 py-1.5">
            <dt className="text-muted">{label}</dt>
            <dd className="tabular text-right">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
