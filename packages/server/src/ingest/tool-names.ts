/** A tool as it is counted. */
export interface Tool {
  readonly name: string
  /** Empty for tools that are the agent's own. */
  readonly mcpServer: string
}

export const unknownTool = 'unknown'

/**
 * Models put names of namespaces around tools, and special tokens of their prompt format after them. Those are no part
 * of the name.
 */
const wrappers = [/<\|.*$/s, /^["'`\s]+/, /["'`\s]+$/, /\(\)$/, /^(?:functions|default_api|tool_code|tools)[.:/]/i]

/**
 * The name of a tool without what is known to be wrapped around it, or undefined if what remains is no plausible name:
 * a sentence, a piece of code, or nothing.
 */
export function plausibleToolName(raw: string): string | undefined {
  let name = raw.slice(0, 1000).trim()
  for (const wrapper of wrappers) name = name.replace(wrapper, '')
  return /^[\p{L}\p{N}_$@][\p{L}\p{N}_.:/@$-]{0,99}$/u.test(name) && /\p{L}/u.test(name) ? name : undefined
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
