import type { DelegationLevel, ToolsByNameRow, ToolsRow } from '@muster/contract/analytics'
import { compareBytes } from '../../ground/platform/byte-order.ts'
import { type Counts, largestFirst, sumOf, totalOf } from './counts.ts'
import type { DayTally } from './day-tally.ts'
import { mergeSpellings } from './mcp-servers.ts'
import type { HookCounts } from './name-counts.ts'
import type { PersonDay } from './person-day.ts'
import { fraction, sessionAverages } from './session-averages.ts'

export function toolsRows(day: string, tally: DayTally): { row: ToolsRow; byNameRows: ToolsByNameRow[] } {
  const { persons } = tally
  const byTool = largestFirst(tally.tools)
  return {
    row: {
      date: day,
      tool_calls: totalOf(tally.tools),
      by_tool: byTool.map(([tool, invocations]) => ({ tool, invocations })),
      mcp_users_with_mcp: persons.filter(({ mcpCalls }) => mcpCalls > 0).length,
      mcp_by_server: largestFirst(mergeSpellings(tally.mcpServers)).map(([server, invocations]) => ({
        server,
        invocations,
      })),
      skills_invocations: totalOf(tally.skills),
      skills_by_name: named(tally.skills),
      slash_commands_invocations: totalOf(tally.slashCommands),
      slash_commands_by_name: named(tally.slashCommands),
      hooks_invocations: sumOf(persons, ({ hooks }) => hooks),
      hooks_by_event: hooksByEvent(tally.hooks),
      web_users: persons.filter(({ clients }) => clients.has('web')).length,
      ...sessionAverages([...tally.sessions.values()]),
      tool_autonomy_level_ratio: levelRatio(persons),
      tool_autonomy_unknown_ratio: fraction(
        sumOf(persons, ({ callsOfUnknownLevel }) => callsOfUnknownLevel),
        totalOf(tally.tools),
      ),
    },
    byNameRows: byTool.map(([tool, count]) => ({ date: day, group_key: tool, tool_calls: count })),
  }
}

function named(counts: Counts): { name: string; count: number }[] {
  return largestFirst(counts).map(([name, count]) => ({ name, count }))
}

function hooksByEvent(hooks: HookCounts): ToolsRow['hooks_by_event'] {
  const items: ToolsRow['hooks_by_event'] = []
  for (const [event, matchers] of hooks) {
    for (const [matcher, commands] of matchers) {
      for (const [command, count] of commands) items.push({ event, matcher, command, count })
    }
  }
  return items.sort(
    (a, b) =>
      b.count - a.count ||
      compareBytes(a.event, b.event) ||
      compareBytes(a.matcher, b.matcher) ||
      compareBytes(a.command, b.command),
  )
}

function levelRatio(persons: readonly PersonDay[]): ToolsRow['tool_autonomy_level_ratio'] {
  const calls = (level: DelegationLevel) => sumOf(persons, ({ toolCalls }) => toolCalls[level])
  const autoHigh = calls('auto-high')
  const autoMedium = calls('auto-medium')
  const autoLow = calls('auto-low')
  const manual = calls('spec') + calls('manual')
  const all = autoHigh + autoMedium + autoLow + manual
  return {
    auto_high: fraction(autoHigh, all),
    auto_medium: fraction(autoMedium, all),
    auto_low: fraction(autoLow, all),
    manual: fraction(manual, all),
  }
}
