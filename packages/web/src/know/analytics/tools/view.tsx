import { ChartCard } from '../../../charts/chart-card.tsx'
import { DayCard } from '../../../charts/day-card.tsx'
import { RankedList } from '../../../charts/ranked-list.tsx'
import { percent, wholePercent } from '../../../ui/numbers.ts'
import { Stat, StatSkeleton } from '../../../ui/stat.tsx'
import { AnalyticsPage, Stats } from '../analytics-page.tsx'
import type { ToolsView } from './prepare.ts'

interface ToolsPageViewProps {
  readonly view: ToolsView | undefined
  readonly error: unknown
  readonly onRetry: () => void
}

const endpoint = '/api/v1/analytics/tools'

/** The ranked lists: id, title, counted unit, field and rows. */
const lists = [
  ['tools', 'Tools', 'Calls', 'by_tool[].invocations', 'toolTotals'],
  ['mcp-servers', 'MCP servers', 'Calls', 'mcp_by_server[].invocations', 'servers'],
  ['skills', 'Skills', 'Activations', 'skills_by_name[].count', 'skillTotals'],
  ['slash-commands', 'Slash commands', 'Uses', 'slash_commands_by_name[].count', 'commandTotals'],
  ['hooks', 'Hooks', 'Executions', 'hooks_by_event[].count', 'hookTotals'],
] as const

export function ToolsPageView({ view, error, onRetry }: ToolsPageViewProps) {
  const state = { error, onRetry }
  return (
    <AnalyticsPage title="Tools">
      <Stats error={error}>
        {view ? (
          <>
            <Stat label="Tool calls" {...view.calls} />
            <Stat label="Skills" {...view.skills} />
            <Stat label="Slash commands" {...view.commands} />
            <Stat label="Hooks" {...view.hooks} />
          </>
        ) : (
          ['Tool calls', 'Skills', 'Slash commands', 'Hooks'].map((label) => <StatSkeleton key={label} label={label} />)
        )}
      </Stats>
      <DayCard
        id="calls-by-tool"
        title="Tool calls by tool"
        fields={[`${endpoint} tool_calls`, `${endpoint} by_tool[].tool`]}
        table={view?.toolsTable}
        height={280}
        {...state}
        kind="columns"
        days={view?.days}
        series={view?.tools}
        previous={view?.previousCalls}
      />
      <div className="grid gap-4 xl:grid-cols-2">
        <DayCard
          id="autonomy-levels"
          title="Autonomy in force"
          fields={[`${endpoint} tool_autonomy_level_ratio`]}
          table={view?.autonomyTable}
          {...state}
          name="Share of tool calls by autonomy level"
          kind="columns"
          days={view?.days}
          series={view?.autonomy}
          format={percent}
          axisFormat={wholePercent}
          max={1}
        />
        <DayCard
          id="calls-per-turn"
          title="Tool calls per message of a person"
          fields={['autonomy_ratio_avg', 'autonomy_ratio_p50', 'autonomy_ratio_p90'].map(
            (field) => `${endpoint} ${field}`,
          )}
          table={view?.perTurnTable}
          {...state}
          name="Tool calls per message"
          kind="lines"
          days={view?.days}
          series={view?.perTurn}
        />
        {lists.map(([id, title, counted, field, rows]) => (
          <ChartCard
            key={id}
            id={id}
            title={title}
            fields={[`${endpoint} ${field}`]}
            table={view && { columns: ['Name', counted], rows: view[rows] }}
            className={id === 'hooks' ? 'xl:col-span-2' : ''}
            {...state}
          >
            {view && <RankedList name={title} rows={view[rows]} />}
          </ChartCard>
        ))}
      </div>
    </AnalyticsPage>
  )
}
