import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createServer, NoClient } from '@muster/mcp/create-server'
import { command } from '../command-line/command.ts'
import type { Context } from '../command-line/context.ts'
import { Failure } from '../command-line/failure.ts'
import { version } from '../own-files.ts'

export const mcp = command({
  summary: 'Let an agent ask Muster, over the Model Context Protocol',
  notes:
    'An agent starts it and speaks with it through its input and output. It may read and do what you may: usage, analytics, sessions, readiness. It starts without a login too, and says then what to do. docs/mcp.md has the entry for the settings of each agent.',
  examples: [['claude mcp add muster -- muster mcp', 'Make it known to Claude Code']],
  async run(_args, context) {
    const server = createServer(() => clientOf(context), version)
    const ended = new Promise<void>((resolve) => {
      server.onclose = resolve
      process.stdin.once('end', resolve)
    })
    await server.connect(new StdioServerTransport())
    if (process.stdin.isTTY)
      context.out.note('Waiting for an agent to ask. Agents start this themselves; Ctrl-C ends it.')
    await ended
    await server.close()
  },
})

/**
 * The model sees an error of a tool, but not why a server exited. So a missing login fails only when a tool is called.
 */
async function clientOf({ client }: Context) {
  try {
    return await client()
  } catch (error) {
    throw error instanceof Failure ? new NoClient([error.message, error.hint].filter(Boolean).join(' ')) : error
  }
}
