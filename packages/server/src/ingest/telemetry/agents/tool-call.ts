import { plausibleToolName, splitMcpName, unknownTool, withoutServer } from '../../vocabulary/tool-names.ts'
import type { Collector, Who } from '../collector.ts'

/** Stands for an MCP server that the agent says it called, but does not name. */
export const unnamedServer = 'unknown'

/** What an agent tells of a tool call. */
export interface ReportedTool {
  readonly key: readonly (string | number | undefined)[]
  readonly timeNs: string
  readonly who: Who
  /** The name as it came. */
  readonly raw: string
  /** The MCP server, where the agent names it apart from the tool. */
  readonly server?: string
  /** Empty where the record does not tell it. */
  readonly level?: string
}

/** Counts a tool call under its name, or under `unknown` with a note of what it was called. */
export function countTool(tool: ReportedTool, into: Collector): void {
  const { key, timeNs, who, raw, server = '', level = '' } = tool
  const plausible = plausibleToolName(raw)
  if (plausible === undefined) into.unknownTool(raw.slice(0, 500))
  const split = splitMcpName(plausible ?? unknownTool)
  const mcpServer = server.trim() === '' ? split.mcpServer : server.trim()
  const name = split.mcpServer === '' && mcpServer !== '' ? withoutServer(split.name, mcpServer) : split.name
  into.event({ key, timeNs, who, type: 'tool_call', name, detail: mcpServer, extra: level })
}
