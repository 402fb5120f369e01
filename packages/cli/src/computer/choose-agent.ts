import { findProgram } from '@muster/computer/agent/detect'
import type { AgentPreset } from '@muster/computer/agent/preset'
import { customAgent, findPreset, presets } from '@muster/computer/agent/presets'
import { exitCodes, Failure, usage } from '../command-line/failure.ts'

interface Wanted {
  readonly agent: string | undefined
  readonly agentCommand: string | undefined
}

/** The requested agent, otherwise the first installed one. Nothing is downloaded. */
export function chooseAgent({ agent, agentCommand }: Wanted, env: NodeJS.ProcessEnv): AgentPreset {
  if (agent !== undefined && agentCommand !== undefined) throw usage('Give --agent or --agent-command, not both.')
  const preset = agentCommand === undefined ? namedAgent(agent, env) : customAgent(agentCommand)
  if (!preset) throw usage('--agent-command needs the command line of an agent.')
  if (findProgram(preset.command, env) === undefined) {
    const hint = agentCommand === undefined ? `Install it: ${preset.install}` : 'Check the path of the program.'
    throw new Failure(
      `${preset.title} is not installed: there is no program ${preset.command}.`,
      exitCodes.notFound,
      hint,
    )
  }
  return preset
}

function namedAgent(id: string | undefined, env: NodeJS.ProcessEnv): AgentPreset | undefined {
  if (id !== undefined) return findPreset(id)
  const found = presets.find(({ id: each, command }) => each !== 'demo' && findProgram(command, env) !== undefined)
  if (found) return found
  throw new Failure(
    'No agent was found on this machine.',
    exitCodes.notFound,
    'See `muster computers doctor`, or begin with the demo agent: muster computers join --agent demo',
  )
}
