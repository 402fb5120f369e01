import type { AnalyticsStatus } from '@muster/contract/analytics-status'
import { NumberTable } from '../../../charts/chart-card.tsx'
import { Card } from '../../../ui/card.tsx'
import { longDay } from '../../../ui/days.ts'
import { Icon } from '../../../ui/icon.tsx'
import { plainText } from '../../../ui/plain-text.ts'
import { Empty, Waiting } from '../../../ui/states.tsx'
import { AnalyticsPage } from '../analytics-page.tsx'
import type { Loaded } from '../loaded.ts'
import { DataQuality } from './data-quality.tsx'
import type { ReportingAgent } from './prepare.ts'

interface QualityPageViewProps {
  readonly status: Loaded<AnalyticsStatus>
  readonly agents: Loaded<readonly ReportingAgent[]>
}

const outcomes = {
  refused: 'refused, in quarantine',
  changed: 'counted, but changed',
  passed_over: 'not counted',
} as const

/** The quality of the numbers: which agents report, what was refused, which days are final. */
export function QualityPageView(props: QualityPageViewProps) {
  const [status, agents] = [props.status.value, props.agents.value]
  const ofStatus = { error: props.status.error, retry: props.status.onRetry }
  return (
    <AnalyticsPage title="Data quality">
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <DataQuality {...props.status} />
        <div className="grid gap-4">
          <Card title="Agents that report">
            {!agents ? (
              <Waiting error={props.agents.error} retry={props.agents.onRetry} className="h-28" />
            ) : agents.length === 0 ? (
              <Empty icon="plug" title="No agent has reported on these days" />
            ) : (
              <NumberTable
                title="Agents that report"
                table={{
                  columns: ['Agent', 'Last heard from', 'Days with events'],
                  rows: agents.map(({ agent, lastDay, days }) => [plainText(agent), longDay(lastDay), days]),
                }}
              />
            )}
          </Card>
          <Card title="Days that are not final">
            {!status ? (
              <Waiting {...ofStatus} className="h-5" />
            ) : status.pendingDays.length === 0 ? (
              <p className="flex items-center gap-2 text-[13px]">
                <Icon name="check" size={15} className="text-good" /> Every day is final.
              </p>
            ) : (
              <NumberTable
                title="Days that are not final"
                table={{
                  columns: ['Day', 'Why'],
                  rows: status.pendingDays.map(({ day, reason }) => [
                    longDay(day),
                    status.failingDays.find((failing) => failing.day === day)?.reason ??
                      (reason === 'new' ? 'has just ended' : 'something came late'),
                  ]),
                }}
              />
            )}
          </Card>
        </div>
        <Card title="What could not be taken as it came" className="xl:col-span-2">
          {!status ? (
            <Waiting {...ofStatus} className="h-20" />
          ) : status.dataQuality.byAgentAndReason.length === 0 ? (
            <p className="flex items-center gap-2 text-[13px]">
              <Icon name="check" size={15} className="text-good" /> Everything was taken as it came.
            </p>
          ) : (
            <NumberTable
              title="What could not be taken as it came"
              table={{
                columns: ['Agent', 'Reason', 'What became of it', 'Count'],
                rows: status.dataQuality.byAgentAndReason.map(({ agent, reason, outcome, count }) => [
                  plainText(agent) || 'Earlier versions',
                  plainText(reason),
                  outcomes[outcome],
                  count,
                ]),
              }}
            />
          )}
        </Card>
      </div>
    </AnalyticsPage>
  )
}
