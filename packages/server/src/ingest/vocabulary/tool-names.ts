/** A tool as it is counted. */
export interface Tool {
  readonly name: string
  /** Empty for tools that are the agent's own. */
  readonly mcpServer: string
}

export const unknownTool = 'unknown'

/** Models put names of namespaces around tools. Those are no part of the name. */
const namespace = /^(?:functions|default_api|tool_code|tools)[.:/]/i
const maxRawLength = 1000

/**
 * The name of a tool without what is known to be wrapped around it, or undefined if what remains is no plausible name:
 * a sentence, a piece of code, or nothing.
 */
export function plausibleToolName(raw: string): string | undefined {
  // Special tokens of a model's prompt format stand behind the name.
  const [beforeTokens = ''] = raw.slice(0, maxRawLength).split('<|', 1)
  const bare = withoutQuotes(beforeTokens)
  const name = (bare.endsWith('()') ? bare.slice(0, -2) : bare).replace(namespace, '')
  return /^[\p{L}\p{N}_$@][\p{L}\p{N}_.:/@$-]{0,99}$/u.test(name) && /\p{L}/u.test(name) ? name : undefined
}

/** Without quotes and white space on both sides. By hand: a pattern for the end of a text tries every place in it. */
function withoutQuotes(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isQuoteOrSpace(text.charAt(start))) start++
  while (end > start && isQuoteOrSpace(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

function isQuoteOrSpace(char: string): boolean {
  return /["'`\s]/.test(char)
}

/**
 * A tool as it is counted, from its name as it came and the MCP server, where that is told apart from the tool. Every
 * sender's tools are named here, so that the same tool has the same name whoever reports it. `isKnown` is false for what
 * is no plausible name, and counts as unknown.
 */
export function toolNamed(raw: string, server: string): Tool & { readonly isKnown: boolean } {
  const plausible = plausibleToolName(raw)
  const split = splitMcpName(plausible ?? unknownTool)
  const mcpServer = server.trim() === '' ? split.mcpServer : server.trim()
  const name = split.mcpServer === '' && mcpServer !== '' ? withoutServer(split.name, mcpServer) : split.name
  return { name, mcpServer, isKnown: plausible !== undefined }
}

/** Splits names such as `mcp__server__tool`. A name without that shape is a tool of the agent's own. */
export function splitMcpName(name: string): Tool {
  const match = /^mcp__(.+?)__(.+)$/s.exec(name)
  if (match?.[1] === undefined || match[2] === undefined) return { name, mcpServer: '' }
  return { name: match[2], mcpServer: match[1] }
}

/** The tool's own name, when the server is known and agents put it before the name in one of several ways. */
export function withoutServer(name: string, server: string): string {
  const lower = name.toLowerCase()
  for (const prefix of [
    `mcp__${server}__`,
    `mcp_${server}_`,
    `${server}__`,
    `${server}_`,
    `${server}-`,
    `${server}/`,
  ]) {
    if (lower.startsWith(prefix.toLowerCase()) && name.length > prefix.length) return name.slice(prefix.length)
  }
  return name
}
