import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createServer } from '@muster/mcp/create-server'
import { command } from '../command-line/command.ts'
import { version } from '../own-files.ts'

export const mcp = command({
  summary: 'Let an agent ask Muster, over the Model Context Protocol',
  notes:
    'An agent starts it and speaks with it through its input and output. It may read and do what you may: usage, analytics, sessions, readiness. docs/mcp.md has the entry for the settings of each agent.',
  examples: [['claude mcp add muster -- muster mcp', 'Make it known to Claude Code']],
  async run(_args, context) {
    const server = createServer(await context.client(), version)
    const ended = new Promise<void>((resolve) => {
      server.onclose = resolve
      process.stdin.once('end', resolve)
    })
    await server.connect(new StdioServerTransport())
    await ended
    await server.close()
  },
})
