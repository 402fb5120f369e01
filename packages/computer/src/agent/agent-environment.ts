import { existsSync } from 'node:fs'
import type { AgentPreset } from './preset.ts'

/** Tells the agents of a daemon, and all that they start, from other processes. */
export const markVariable = 'MUSTER_COMPUTER_AGENT'

/** Our keys, tokens and credentials, wherever they stand. */
const ourSecret = /\bms[a-z]_[A-Za-z0-9-]+_?[A-Za-z0-9_-]{8,}/

/** What an agent gets of our environment: nothing that is ours, and no secret of ours under any name. */
export function agentEnvironment(env: NodeJS.ProcessEnv, preset: AgentPreset, mark: string): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(
    ([name, value = '']) => !name.startsWith('MUSTER_') && !ourSecret.test(value) && !isOfNode(name),
  )
  return { ...Object.fromEntries(kept), ...preset.env, ...settingsOf(preset, env), [markVariable]: mark }
}

/** Whoever set the machine's own rules knows why. */
function settingsOf({ settings }: AgentPreset, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (!settings || env[settings.variable] || existsSync(settings.unlessThereIs)) return {}
  return { [settings.variable]: settings.file }
}

/** How our own process was started is no concern of an agent that runs on Node too. */
function isOfNode(name: string): boolean {
  return name === 'NODE_OPTIONS' || name === 'NODE_CHANNEL_FD' || name === 'NODE_COMPILE_CACHE'
}
