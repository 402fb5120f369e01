import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { placeIn } from '@muster/computer/place/place'
import { command } from '../../../command-line/command.ts'
import { exitCodes, Failure, usage } from '../../../command-line/failure.ts'
import { followFile } from '../../../computer/follow-file.ts'

export const logs = command({
  summary: 'Show what the daemon of this machine said',
  notes: 'What agents and people say is not in it: that is in the sessions.',
  options: {
    lines: { type: 'text', short: 'n', value: 'n', summary: 'How many of the last lines (default: 50)' },
    follow: { type: 'flag', short: 'f', summary: 'Go on with what the daemon says next, until Ctrl-C' },
  },
  examples: [
    ['muster computers logs -n 200', 'The last 200 lines'],
    ['muster computers logs --follow', 'Watch it work'],
  ],
  async run(args, { out }) {
    const count = Number(args.lines ?? '50')
    if (!Number.isInteger(count) || count < 1) throw usage('--lines must be a whole number of at least 1.')
    if (args.follow && out.json) throw usage('--follow prints lines as they come, so there is no JSON of them.')
    const { output } = placeIn(homedir())
    if (!existsSync(output)) throw new Failure('No daemon has run on this machine.', exitCodes.notFound)
    const text = readFileSync(output, 'utf8')
    const lines = text.trimEnd().split('\n').slice(-count)
    if (out.json) out.data(lines)
    else for (const line of lines) out.text(line)
    if (args.follow) await followFile(output, Buffer.byteLength(text), (line) => out.text(line))
  },
})
