import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const page = readFileSync(join(import.meta.dirname, '../../docs/mcp.md'), 'utf8')

/** What docs/mcp.md tells users of an agent to write, word for word. */
export interface PageEntry {
  /** The entry that starts `muster mcp`. */
  readonly stdio: string
  /** The entry that names the address of the service. */
  readonly http: string
}

/** `file` is the file of the agent's settings, as seen from its home. It has to stand on the page too. */
export function entryOnPage(agent: string, file?: string): PageEntry {
  const section = page.split(/^(?=\*\*|## )/m).find((each) => each.split('\n', 1)[0]?.includes(`**${agent}**`)) ?? ''
  const blocks = [...section.matchAll(/^```.*\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
  const [stdio, http, ...others] = blocks.length === 1 ? (blocks[0] ?? '').trim().split('\n') : blocks
  if (stdio === undefined || http === undefined || others.length > 0) {
    throw new Error(`docs/mcp.md has to have two entries for ${agent}.`)
  }
  if (file !== undefined && !section.includes(`\`~/${file}\``)) {
    throw new Error(`docs/mcp.md has to say that the entry for ${agent} belongs into ~/${file}.`)
  }
  return { stdio, http }
}
