import { toolNamed } from '../../vocabulary/tool-names.ts'
import type { Collector } from '../collector.ts'
import type { EventReport } from '../event-report.ts'

/** The name of an MCP server that the agent called but did not name. */
export const unnamedServer = 'unknown'

/** A tool call as an agent reports it. */
interface ReportedTool
  extends Pick<
    EventReport,
    'key' | 'timeNs' | 'who' | 'outcome' | 'errorKind' | 'durationMs' | 'decision' | 'decidedBy'
  > {
  /** The name as the agent sent it. */
  readonly raw: string
  /** The MCP server, if the agent reports it separately from the tool. */
  readonly server?: string
  /** Empty if the record does not have it. */
  readonly level?: string
}

/**
 * Counts a tool call under its name, or under `unknown` with a note of the original name. A refused call never ran: it
 * counts as a decision and not as a call.
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

/** Counts the result of a call that another record reports. */
export function countResult({ raw, server = '', level: _, key, ...rest }: ReportedTool, into: Collector): void {
  const { name, mcpServer } = toolNamed(raw, server)
  into.event({ ...rest, key: [...key, 'result'], type: 'tool_result', name, detail: mcpServer })
}

/** Counts the decision of a person or a policy about a call. */
export function countDecision(tool: ReportedTool, into: Collector): void {
  const { key, timeNs, who, raw, server = '', decision = '', decidedBy = '' } = tool
  const { name, mcpServer } = toolNamed(raw, server)
  const about = { decision, decidedBy, name, detail: mcpServer }
  into.event({ key: [...key, 'decision'], timeNs, who, type: 'tool_decision', ...about })
}
