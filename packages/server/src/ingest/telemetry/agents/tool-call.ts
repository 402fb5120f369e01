import { toolNamed } from '../../vocabulary/tool-names.ts'
import type { Collector } from '../collector.ts'
import type { EventReport } from '../event-report.ts'

/** Stands for an MCP server that the agent says it called, but does not name. */
export const unnamedServer = 'unknown'

/** What an agent tells of a tool call. */
export interface ReportedTool
  extends Pick<
    EventReport,
    'key' | 'timeNs' | 'who' | 'outcome' | 'errorKind' | 'durationMs' | 'decision' | 'decidedBy'
  > {
  /** The name as it came. */
  readonly raw: string
  /** The MCP server, where the agent names it apart from the tool. */
  readonly server?: string
  /** Empty where the record does not tell it. */
  readonly level?: string
}

/**
 * Counts a tool call under its name, or under `unknown` with a note of what it was called. A call that was refused never
 * ran: it is a decision, and no call.
 */
export function countTool(tool: ReportedTool, into: Collector): void {
  const { raw, server = '', level = '', key, ...rest } = tool
  if (tool.decision === 'refuse') {
    countDecision(tool, into)
    return
  }
  const { name, mcpServer, isKnown } = toolNamed(raw, server)
  if (!isKnown) into.unknownTool(raw.slice(0, 500))
  into.event({ ...rest, key, type: 'tool_call', name, detail: mcpServer, extra: level })
}

/** Counts what came of a call that another record tells of. */
export function countResult({ raw, server = '', level: _, key, ...rest }: ReportedTool, into: Collector): void {
  const { name, mcpServer } = toolNamed(raw, server)
  into.event({ ...rest, key: [...key, 'result'], type: 'tool_result', name, detail: mcpServer })
}

/** Counts what a person or a policy said to a call. */
export function countDecision(tool: ReportedTool, into: Collector): void {
  const { key, timeNs, who, raw, server = '', decision = '', decidedBy = '' } = tool
  const { name, mcpServer } = toolNamed(raw, server)
  const about = { decision, decidedBy, name, detail: mcpServer }
  into.event({ key: [...key, 'decision'], timeNs, who, type: 'tool_decision', ...about })
}
