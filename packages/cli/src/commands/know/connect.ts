import { homedir } from 'node:os'
import { agentIds } from '@muster/contract/agents'
import { command } from '../../command-line/command.ts'
import type { Context } from '../../command-line/context.ts'
import { usage } from '../../command-line/failure.ts'
import { checkAgent, checkAll } from '../../connect/check-agents.ts'
import { printSettings } from '../../connect/print-settings.ts'
import { undoSettings } from '../../connect/undo-settings.ts'
import { watchArrivals } from '../../connect/watch-arrivals.ts'
import { writeSettings } from '../../connect/write-settings.ts'
import { getUrl } from '../../connection.ts'
import { readKey } from '../../read-key.ts'

export const connect = command({
  summary: 'Let an agent on this machine report to Muster',
  notes:
    'Prints the settings, or writes them with --write. A key that can only send telemetry is made for each agent and machine. Prompts are not sent, and what is, it says.',
  positionals: { agent: { optional: true, choices: agentIds, summary: 'The agent' } },
  options: {
    write: { type: 'flag', summary: 'Write the settings into the agent’s own files; shows them and asks first' },
    undo: { type: 'flag', summary: 'Take back what --write wrote, and revoke its key' },
    check: { type: 'flag', summary: 'Send a test record, which is counted nowhere, and see that it arrives' },
    watch: { type: 'flag', summary: 'Wait until the first event of an agent arrives, and tell it' },
    withContent: { type: 'flag', summary: 'Let it send content too, from which more can be counted; none is stored' },
    ownKey: { type: 'flag', summary: 'Use the key that you are logged in with. Better not: it can do all you can' },
    askKey: {
      type: 'flag',
      summary: 'Ask for the key of the agent, or read it from the standard input; it is stored nowhere else',
    },
    yes: { type: 'flag', short: 'y', summary: 'Do not ask' },
  },
  examples: [
    ['muster connect claude-code', 'See the settings, and put them in yourself'],
    ['muster connect codex --write', 'Have them written'],
    [
      'muster connect codex --write --ask-key --url https://muster.example.org',
      'With a key of the page “Connect”, without logging in',
    ],
    ['muster connect --check', 'See whether what is connected works'],
    ['muster connect codex --write --watch', 'Have them written, and wait for the first event'],
    ['muster connect codex --undo', 'Take it back'],
  ],
  async run(args, given) {
    const context = args.askKey ? await withKey(given) : given
    const wanted = [args.write, args.undo, args.check].filter(Boolean).length
    if (args.watch && (args.undo || args.check)) throw usage('--watch goes alone or with --write.')
    if (wanted > 1) throw usage('Choose one of --write, --undo and --check.')
    const place = { home: homedir(), env: context.env }
    const { agent, withContent } = args
    if (agent === undefined) {
      if (args.watch) return watchArrivals(context)
      if (!args.check) throw usage(`Say which agent: ${agentIds.join(', ')}.`)
      return checkAll(context, place)
    }
    if (args.check) return checkAgent(context, agent, place)
    if (args.undo) return undoSettings(context, agent, place, args.yes)
    if (!args.write) await printSettings(context, agent, place, { withContent, usesOwnKey: args.ownKey })
    else await writeSettings(context, agent, place, { withContent, usesOwnKey: args.ownKey, yes: args.yes })
    if (args.watch) await watchArrivals(context)
  },
})

/** The same context for a key other than that of the login. */
async function withKey(context: Context): Promise<Context> {
  const url = await getUrl(context.urlFlag, context.env)
  const connection = { url, key: await readKey(url) }
  return { ...context, connection: async () => connection, client: () => context.clientFor(connection) }
}
