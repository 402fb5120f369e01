import { hookEvents } from '@muster/contract/hook-events'
import { command } from '../../../command-line/command.ts'
import { shortPath } from '../../../terminal/short-path.ts'
import type { Column } from '../../../terminal/table.ts'
import { openHooks, tellWarnings } from './open-hooks.ts'

interface Row {
  readonly event: string
  readonly matcher: string
  readonly command: string
  readonly timeoutSeconds: number
  readonly file: string
  readonly line: number
  /** False for hooks of an untrusted project. */
  readonly runs: boolean
}

const columns: readonly Column<Row>[] = [
  { header: 'EVENT', value: ({ event }) => event, whole: true },
  { header: 'MATCHER', value: ({ matcher }) => matcher || '*' },
  { header: 'COMMAND', value: ({ command }) => command, least: 24 },
  { header: 'TIMEOUT', value: ({ timeoutSeconds }) => `${timeoutSeconds} s`, dropOrder: 2, whole: true },
  { header: 'RUNS', value: ({ runs }) => (runs ? 'yes' : 'no, not trusted'), dropOrder: 3 },
  { header: 'FROM', value: ({ file, line }) => `${shortPath(file)}:${line}`, dropOrder: 1 },
]

export const list = command({
  summary: 'List what would run, for which event, from which file',
  notes: 'With an event and a tool, exactly what would run for it: a command that is configured twice runs once.',
  positionals: { event: { optional: true, choices: hookEvents, summary: 'Only this event' } },
  options: { tool: { type: 'text', summary: 'Only what matches this tool' } },
  examples: [
    ['muster hooks list', 'All of them'],
    ['muster hooks list PreToolUse --tool Bash', 'Before the tool Bash is used'],
  ],
  async run({ event, tool }, { out }) {
    const { hooks, lineOf } = await openHooks()
    const fields = { ...(tool !== undefined && { tool_name: tool }) }
    const toolEvents = hookEvents.filter((each) => each.endsWith('ToolUse'))
    const events = event ? [event] : tool === undefined ? hookEvents : toolEvents
    const rows = events.flatMap((each): Row[] => {
      // Without a tool nothing can be matched, so all configured hooks are shown.
      const isExact = tool !== undefined || !each.endsWith('ToolUse')
      const chosen = isExact
        ? hooks.select(each, fields)
        : hooks.files.flatMap((file) => file.hooks.filter((hook) => hook.event === each))
      const withheld = tool === undefined ? hooks.files.flatMap((file) => file.withheld) : []
      const all = [...chosen, ...withheld.filter((hook) => hook.event === each)]
      return all.map((hook, index) => ({
        event: each,
        matcher: hook.matcher,
        command: hook.command,
        timeoutSeconds: hook.timeoutMs / 1000,
        file: hook.file,
        line: lineOf(hook),
        runs: index < chosen.length,
      }))
    })
    const places = hooks.files.map(({ path }) => shortPath(path)).join(' and ')
    const isAllRun = rows.every(({ runs }) => runs)
    const shown = columns.filter(({ header }) => !isAllRun || header !== 'RUNS')
    out.table(rows, shown, `There are no hooks${event || tool ? ' for this' : ''} in ${places}.`)
    tellWarnings(out, hooks)
  },
})
