/** A tool as it is counted. */
interface Tool {
  readonly name: string
  /** Empty for the agent's own tools. */
  readonly mcpServer: string
}

export const unknownTool = 'unknown'

/** Models put namespaces before names of tools. They are not part of the name. */
const namespace = /^(?:functions|default_api|tool_code|tools)[.:/]/i
const maxRawLength = 1000

/**
 * Returns the name of a tool without known wrappers, or undefined if the rest is not a plausible name: a sentence, a
 * piece of code, or nothing.
 */
export function plausibleToolName(raw: string): string | undefined {
  // Special tokens of a model's prompt format may follow the name.
  const [beforeTokens = ''] = raw.slice(0, maxRawLength).split('<|', 1)
  const bare = withoutQuotes(beforeTokens)
  const name = (bare.endsWith('()') ? bare.slice(0, -2) : bare).replace(namespace, '')
  return /^[\p{L}\p{N}_$@][\p{L}\p{N}_.:/@$-]{0,99}$/u.test(name) && /\p{L}/u.test(name) ? name : undefined
}

/**
 * Removes quotes and white space on both sides. Written by hand, because a regular expression for the end of a text
 * tries every position.
 */
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
 * Returns the tool as it is counted, from its reported name and, if reported separately, its MCP server. All senders
 * use this function, so that a tool has the same name whoever reports it. `isKnown` is false for an implausible name,
 * which counts as `unknown`.
 */
export function toolNamed(raw: string, server: string): Tool & { readonly isKnown: boolean } {
  const plausible = plausibleToolName(raw)
  const split = splitMcpName(plausible ?? unknownTool)
  const mcpServer = server.trim() === '' ? split.mcpServer : server.trim()
  const name = split.mcpServer === '' && mcpServer !== '' ? withoutServer(split.name, mcpServer) : split.name
  return { name, mcpServer, isKnown: plausible !== undefined }
}

/** Splits names such as `mcp__server__tool`. Any other name is a tool of the agent itself. */
export function splitMcpName(name: string): Tool {
  const match = /^mcp__(.+?)__(.+)$/s.exec(name)
  if (match?.[1] === undefined || match[2] === undefined) return { name, mcpServer: '' }
  return { name: match[2], mcpServer: match[1] }
}

/** The tool's own name, without the server's name, which agents put before it in several ways. */
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
