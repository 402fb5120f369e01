import type { ToolsRow } from '@muster/contract/analytics'
import { tableOfDays } from '../../../charts/data-table.ts'
import { plainColor, type Series } from '../../../charts/series.ts'
import { stackOf, totalsOf, totalsOfAnyCase } from '../../../charts/stacks.ts'
import { type Before, daysBefore, totalOf } from '../sums.ts'

const levels = [
  ['auto_high', 'High autonomy'],
  ['auto_medium', 'Medium'],
  ['auto_low', 'Low'],
  ['manual', 'Manual'],
] as const

const ratios = [
  ['autonomy_ratio_avg', 'Average'],
  ['autonomy_ratio_p50', 'Median'],
  ['autonomy_ratio_p90', '90th percentile'],
] as const

/** The average of a day without calls is unknown, not zero, so the line has a gap there. */
function known(row: ToolsRow, value: number): number | undefined {
  return row.tool_calls === 0 ? undefined : value
}

export function prepareTools(rows: readonly ToolsRow[], before: Before<ToolsRow> | undefined) {
  const days = rows.map(({ date }) => date)
  const tools = stackOf(rows.map(({ by_tool }) => by_tool.map(({ tool, invocations }) => [tool, invocations] as const)))
  const autonomy: Series[] = levels.map(([key, label], index) => ({
    key,
    label,
    color: plainColor([0, 4, 1, 2][index] ?? 0),
    values: rows.map((row) => row.tool_autonomy_level_ratio[key]),
  }))
  const perTurn: Series[] = ratios.map(([key, label], index) => ({
    key,
    label,
    color: plainColor(index),
    values: rows.map((row) => known(row, row[key])),
  }))
  return {
    days,
    calls: totalOf(rows, before, (row) => row.tool_calls),
    skills: totalOf(rows, before, (row) => row.skills_invocations),
    commands: totalOf(rows, before, (row) => row.slash_commands_invocations),
    hooks: totalOf(rows, before, (row) => row.hooks_invocations),
    tools,
    toolsTable: tableOfDays(days, tools, true),
    previousCalls: daysBefore(rows, before, (row) => row.tool_calls),
    autonomy,
    autonomyTable: tableOfDays(days, autonomy, false),
    perTurn,
    perTurnTable: tableOfDays(days, perTurn, false),
    toolTotals: totalsOf(rows.map(({ by_tool }) => by_tool.map((one) => [one.tool, one.invocations] as const))),
    servers: totalsOfAnyCase(
      rows.map(({ mcp_by_server }) => mcp_by_server.map((one) => [one.server, one.invocations] as const)),
    ),
    skillTotals: totalsOf(
      rows.map(({ skills_by_name }) => skills_by_name.map((one) => [one.name, one.count] as const)),
    ),
    commandTotals: totalsOf(
      rows.map(({ slash_commands_by_name }) => slash_commands_by_name.map((one) => [one.name, one.count] as const)),
    ),
    hookTotals: totalsOf(
      rows.map(({ hooks_by_event }) =>
        hooks_by_event.map(
          (one) => [[one.event, one.matcher, one.command].filter(Boolean).join(' · '), one.count] as const,
        ),
      ),
    ),
  }
}

export type ToolsView = ReturnType<typeof prepareTools>
