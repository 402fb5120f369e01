import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { findIdentity } from '@muster/computer/place/identity'
import { placeIn } from '@muster/computer/place/place'
import { command } from '../../../command-line/command.ts'
import { exitCodes, Failure } from '../../../command-line/failure.ts'
import { checkFolder } from '../../../computer/check-folder.ts'
import { chooseAgent } from '../../../computer/choose-agent.ts'
import { musterCommand } from '../../../computer/start-in-background.ts'
import { shortPath } from '../../../terminal/short-path.ts'
import { agentOptions, agentWords } from './join.ts'

const unitName = 'muster-computer.service'
const commands = ['systemctl --user daemon-reload', `systemctl --user enable --now ${unitName}`]

export const installService = command({
  summary: 'Keep the daemon of this machine running, through systemd',
  notes:
    'Writes a unit for your user, and starts it. To let it run while you are not logged in: loginctl enable-linger. The machine must have joined before.',
  options: { ...agentOptions, print: { type: 'flag', summary: 'Print the unit, and change nothing' } },
  examples: [
    ['muster computers install-service --agent claude --folder ~/src/shop', 'From now on, and after a restart'],
  ],
  async run(args, { out, env }) {
    if (!findIdentity(placeIn(homedir()))) {
      throw new Failure(
        'This machine has not joined.',
        exitCodes.notFound,
        'Join first: muster computers join --background',
      )
    }
    chooseAgent(args, env)
    checkFolder(args.folder ?? process.cwd(), args.worktrees)
    const unit = unitText(musterCommand(['computers', 'join', ...agentWords(args)]), env.PATH ?? '')
    if (args.print) return out.text(unit)
    const path = join(env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'systemd', 'user', unitName)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, unit)
    out.note(`Wrote ${shortPath(path)}.`)
    try {
      for (const line of commands) execFileSync('/bin/sh', ['-c', line], { stdio: 'ignore' })
      out.note('The service runs. See `muster computers status`.')
    } catch {
      throw new Failure('systemd could not start it.', exitCodes.refused, `Try it yourself:\n${commands.join('\n')}`)
    }
  },
})

/**
 * A stop signals only the daemon, so that it can finish its turns; remaining processes are killed afterwards. Exit
 * codes from 2 to 6 mean that a restart would not help.
 */
export function unitText(words: readonly string[], path: string): string {
  return `[Unit]
Description=Muster: this computer runs sessions
After=network-online.target
Wants=network-online.target

[Service]
ExecStart=${words.map(quoted).join(' ')}
Environment=${quoted(`PATH=${path}`)}
KillMode=mixed
TimeoutStopSec=90
Restart=always
RestartSec=5
RestartPreventExitStatus=2 3 4 5 6

[Install]
WantedBy=default.target
`
}

function quoted(word: string): string {
  const text = word
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')
    .replaceAll('$', () => '$$')
  return /^[\w./:=@,+-]+$/.test(word) ? word : `"${text.replaceAll('"', '\\"')}"`
}
