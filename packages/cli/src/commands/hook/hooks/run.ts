import { hookEvents } from '@muster/contract/hook-events'
import { command } from '../../../command-line/command.ts'

/** Only the help of this definition is used: bin/muster.js starts the command directly. */
export const run = command({
  summary: 'Raise an event: run the hooks that are configured for it',
  notes:
    'Reads the JSON object of the event from the standard input and fills in hook_event_name and cwd. Ends with 0, with 2 when a hook blocked it (its reason is on stderr), and with 1 when the event could not be raised. What else hooks answered is printed as one JSON object, as a hook would.',
  positionals: { event: { summary: 'The event', choices: hookEvents } },
  options: { agent: { type: 'text', summary: 'The agent that raises it, as `muster hooks connect` writes it' } },
  examples: [
    ['muster hooks run Stop < event.json', 'From a file'],
    [`echo '{"session_id":"s1","tool_name":"Bash"}' | muster hooks run PreToolUse`, 'From any program'],
  ],
  async run({ event, agent }) {
    const { runHook } = await import('../../../run-hook.ts')
    await runHook(agent === undefined ? [event] : [event, '--agent', agent])
  },
})
