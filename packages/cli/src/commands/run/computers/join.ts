import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { presets } from '@muster/computer/agent/presets'
import { isHeld } from '@muster/computer/place/hold-lock'
import { makePlace, placeIn } from '@muster/computer/place/place'
import { autonomyLevels } from '@muster/contract/enumerations'
import { command } from '../../../command-line/command.ts'
import { exitCodes, Failure, usage } from '../../../command-line/failure.ts'
import { checkFolder } from '../../../computer/check-folder.ts'
import { chooseAgent } from '../../../computer/choose-agent.ts'
import { daemonOutput } from '../../../computer/daemon-output.ts'
import { joinService } from '../../../computer/join-service.ts'
import { startInBackground } from '../../../computer/start-in-background.ts'
import { version } from '../../../own-files.ts'

export const agentOptions = {
  agent: {
    type: 'text',
    choices: presets.map(({ id }) => id),
    value: 'id',
    summary: 'The agent (default: the first installed)',
  },
  agentCommand: { type: 'text', value: 'line', summary: 'Any program that speaks the Agent Client Protocol' },
  folder: { type: 'text', value: 'dir', summary: 'Where agents work (default: here)' },
  maxSessions: { type: 'text', value: 'n', summary: 'How many agents run at once (default: 4)' },
  worktrees: { type: 'flag', summary: 'A git worktree of the folder for each session' },
} as const

interface AgentArgs {
  readonly agent: string | undefined
  readonly agentCommand: string | undefined
  readonly folder: string | undefined
  readonly maxSessions: string | undefined
  readonly worktrees: boolean
}

/** The same options as words, for a background process. */
export function agentWords({ agent, agentCommand, folder, maxSessions, worktrees }: AgentArgs): string[] {
  return [
    ...(agent === undefined ? [] : ['--agent', agent]),
    ...(agentCommand === undefined ? [] : ['--agent-command', agentCommand]),
    ...['--folder', resolve(folder ?? '.')],
    ...(maxSessions === undefined ? [] : ['--max-sessions', maxSessions]),
    ...(worktrees ? ['--worktrees'] : []),
  ]
}

export const join = command({
  summary: 'Let this machine run sessions',
  notes:
    'Registers the machine when it has not joined yet, connects to the service, and runs an agent for each session until it is ended. Only you can give it work, unless you say --allow organization. Its identity, what you allow and what it must not forget are in ~/.muster/computer; nobody can change them from elsewhere.',
  positionals: { name: { summary: 'What to call it (default: its host name)', optional: true } },
  options: {
    ...agentOptions,
    credentialFile: { type: 'text', value: 'file', summary: 'Be a computer that was registered before' },
    allow: {
      type: 'text',
      choices: ['private', 'organization'],
      value: 'who',
      summary: 'Who may give it work: you alone (default), or all who see it',
    },
    maxLevel: {
      type: 'text',
      choices: [...autonomyLevels],
      value: 'level',
      summary: 'The most that agents may do here without asking',
    },
    background: { type: 'flag', summary: 'Return when it is connected, and leave it running' },
  },
  examples: [
    ['muster computers join --agent claude', 'With Claude Code, in this folder'],
    ['muster computers join build-1 --agent demo --background', 'Try it without an agent of your own'],
    [`muster computers join --agent-command 'my-agent --acp' --worktrees`, 'Any agent; a worktree for each session'],
    [
      'muster computers join --allow organization --max-level low',
      'Let others use it, and let agents edit nothing unasked',
    ],
    ['muster computers join --credential-file credential.txt', 'As what `muster computers register` has registered'],
  ],
  async run(args, context) {
    const { out, env } = context
    const place = placeIn(homedir())
    const preset = chooseAgent(args, env)
    const folder = checkFolder(args.folder ?? process.cwd(), args.worktrees)
    const maxSessions = checkCount(args.maxSessions ?? '4')
    const { detect } = await import('@muster/computer/agent/detect')
    const { version: agentVersion, isSignedIn, help } = await detect(preset, env, homedir())
    if (isSignedIn === false) out.note(`${preset.title} is not signed in, so turns may fail. ${help ?? ''}`.trim())
    makePlace(place)
    if (isHeld(place)) {
      throw new Failure('A daemon runs on this machine already.', exitCodes.conflict, 'See `muster computers status`.')
    }
    const { identity, isNew } = await joinService(place, args, context)
    if (isNew) out.note(`Registered this machine as ${identity.name}.`)
    if (args.background) {
      const status = await startInBackground(place, ['computers', 'join', ...agentWords(args)])
      if (out.json) out.data(status)
      else out.note(`${identity.name} is connected and runs ${preset.title} in ${folder} (process ${status.pid}).`)
      if (!out.json && status.hindrance) out.note(status.hindrance)
      return
    }
    const [{ runDaemon }, { reportByProcess }] = await Promise.all([
      import('@muster/computer/run-daemon'),
      import('@muster/hooks/report/send-by-process'),
    ])
    out.note(`${identity.name} runs ${preset.title} in ${folder}. End it with Ctrl-C.`)
    // From here on the daemon handles signals, because it has turns to finish.
    process.removeAllListeners('SIGINT')
    const ending = await runDaemon({
      place,
      identity,
      preset,
      agentVersion,
      folders: { folder, worktrees: args.worktrees },
      maxSessions,
      home: homedir(),
      env,
      version,
      reporter: reportByProcess({ home: homedir(), env }),
      onLog: daemonOutput(place, (line) => out.note(line)),
    })
    if (ending)
      throw new Failure(`The service has let this computer go (${ending.code}).`, exitCodes.conflict, ending.help)
  },
})

function checkCount(text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1 || count > 100)
    throw usage('--max-sessions must be a number from 1 to 100.')
  return count
}
