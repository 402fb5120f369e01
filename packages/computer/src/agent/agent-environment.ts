import { existsSync } from 'node:fs'
import type { AgentPreset } from './preset.ts'

/** Marks the agents of a daemon and all their child processes. */
export const markVariable = 'MUSTER_COMPUTER_AGENT'

/** Matches our keys, tokens and credentials. */
const ourSecret = /\bms[a-z]_[A-Za-z0-9-]+_?[A-Za-z0-9_-]{8,}/

/** The environment of an agent, without our variables, and without our secrets under any name. */
export function agentEnvironment(env: NodeJS.ProcessEnv, preset: AgentPreset, mark: string): NodeJS.ProcessEnv {
  const left = withheld(env)
  const kept = Object.entries(env).filter(([name]) => !left.includes(name))
  return { ...Object.fromEntries(kept), ...preset.env, ...settingsOf(preset, env), [markVariable]: mark }
}

/** The variables that an agent does not get. */
export function withheld(env: NodeJS.ProcessEnv): string[] {
  const isKept = ([name, value = '']: [string, string | undefined]) =>
    !name.startsWith('MUSTER_') && !ourSecret.test(value) && !isOfNode(name)
  return Object.entries(env).flatMap((each) => (isKept(each) ? [] : [each[0]]))
}

/** The machine's own settings take precedence. */
function settingsOf({ settings }: AgentPreset, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (!settings || env[settings.variable] || existsSync(settings.unlessThereIs)) return {}
  return { [settings.variable]: settings.file }
}

/** Options for our own Node process must not affect an agent that also runs on Node. */
function isOfNode(name: string): boolean {
  return name === 'NODE_OPTIONS' || name === 'NODE_CHANNEL_FD' || name === 'NODE_COMPILE_CACHE'
}
