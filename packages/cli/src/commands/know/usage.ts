import { type Grouping, groupings } from '@muster/history/summary/group'
import { command } from '../../command-line/command.ts'
import { usage as usageFailure } from '../../command-line/failure.ts'
import { drawAgain } from '../../usage/live.ts'
import { readCells, readUsage, type UsageRead } from '../../usage/read-usage.ts'
import { sessionOnInput } from '../../usage/session-on-input.ts'
import { nothingText, usageText } from '../../usage/show-usage.ts'
import { statusLine } from '../../usage/status-line.ts'

export const usage = command({
  summary: 'Show what your agents used and cost, from the history on this machine',
  notes:
    'Reads what Claude Code, Codex, Gemini CLI, Qwen Code, Copilot CLI and opencode keep on your disk. It needs no service, no key and no network, and changes nothing. ' +
    'Claude Code deletes its history after 30 days; `muster import` saves it.',
  options: {
    by: { type: 'text', value: 'group', choices: groupings, summary: 'What to add up by (default: day)' },
    since: { type: 'text', value: 'day', summary: 'The first day' },
    until: { type: 'text', value: 'day', summary: 'The last day' },
    agent: { type: 'list', value: 'id', summary: 'Only this agent; may be given again' },
    home: { type: 'list', value: 'dir', summary: 'Read this home instead of yours; may be given again' },
    timezone: { type: 'text', value: 'zone', summary: "Where a day begins (default: the machine's)" },
    team: { type: 'flag', summary: 'Of the whole organization, from the service (owners, managers)' },
    live: { type: 'flag', summary: 'Stay and draw it anew as agents work' },
    statusline: { type: 'flag', summary: "Print one line, for an agent's status line" },
  },
  examples: [
    ['muster usage', 'Day by day'],
    ['muster usage --by project --since 2026-11-01', 'By folder, this month'],
    ['muster usage --by block --live', 'Watch the running block of five hours'],
    ['muster usage --team --by model', 'What the organization used and cost, by model'],
    ['muster usage --json', 'Every number, for a program'],
  ],
  async run(args, { out, env, client }) {
    if (args.team) {
      if (args.live || args.statusline || args.home.length + args.agent.length > 0 || args.timezone !== undefined) {
        throw usageFailure('--team goes with --by, --since, --until and --json.')
      }
      const { showTeamUsage } = await import('../../usage/team-usage.ts')
      return showTeamUsage(await client(), (args.by ?? 'day') as Grouping, args, out)
    }
    if (args.statusline && (args.live || out.json)) {
      throw usageFailure(
        '--statusline prints one line of text, and goes neither with --live nor with --json.',
        'For numbers that a program reads, run `muster usage --json`.',
      )
    }
    if (args.statusline) {
      const { cells, timezone } = await readCells(args, env, out)
      out.text(statusLine(cells, timezone, Date.now(), await sessionOnInput(process.stdin)))
      return
    }
    const page = (read: UsageRead, height?: number) =>
      read.histories.every(({ files }) => files === 0)
        ? nothingText(read)
        : usageText(read, (args.by ?? 'day') as Grouping, out, Date.now(), height)
    if (args.live) {
      if (out.json) throw usageFailure('--live draws a page for people, and does not go with --json.')
      if (!out.isPerson) throw usageFailure('--live draws on a terminal. Without one, run the command again and again.')
      const read = async () => {
        const now = await readUsage(args, env, out)
        return (height: number) => out.harmless(page(now, height))
      }
      return drawAgain(read, process.stdout)
    }
    const read = await readUsage(args, env, out)
    if (out.json) out.data(read.usage)
    else out.text(page(read))
  },
})
