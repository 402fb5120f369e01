import type { AutonomyLevel } from '@muster/contract/enumerations'
import type { SessionSettings } from '@muster/contract/session'
import type { AgentOptions } from '../acp/agent-options.ts'
import type { Loose } from '../acp/loose.ts'
import type { AgentPreset, ModeSettings } from '../agent/preset.ts'
import { isPlanning } from '../permission/is-planning.ts'
import { TurnFault } from './turn-fault.ts'

/** The values that were set before we changed them, by the name of the option. */
export type Before = Record<string, string>

interface Applied {
  readonly preset: AgentPreset
  readonly options: AgentOptions
  readonly ask: (method: string, params: Loose) => Promise<Loose>
  readonly settings: SessionSettings
  /** The level of the session, at most the organization's. */
  readonly level: AutonomyLevel
  /** Updated by this function. */
  readonly before: Before
}

/**
 * Applies the settings of the session, and restores those that an earlier turn changed. Limits come first; a limit that
 * cannot be set ends the turn, unless everything is allowed anyway. Returns what else the agent does not support.
 */
export async function applySettings(applied: Applied): Promise<string[]> {
  const { preset, options, ask, settings, level, before } = applied
  const { model, reasoningEffort } = settings
  const plan: ModeSettings = isPlanning(settings) ? (preset.modes?.plan ?? { mode: 'plan' }) : {}
  const missing: string[] = []

  const set = async (name: string, wanted: string, isLimit: boolean): Promise<boolean> => {
    const value = options.offered(name, wanted)
    if (value === undefined) return false
    const current = options.current(name)
    // An agent may leave a mode without reporting it, so a limit is always set.
    if (current === value && !isLimit) return true
    if (current !== undefined && current !== value) before[name] ??= current
    return options.set(name, value, ask)
  }
  const setBack = async (name: string): Promise<void> => {
    const value = before[name]
    if (value === undefined) return
    // The initial value need not be among the offered ones.
    if (options.current(name) !== value && !(await options.set(name, value, ask).catch(() => false))) {
      missing.push(`${value}, with which it began`)
      return
    }
    delete before[name]
  }
  const limit = async (limits: ModeSettings, what: string): Promise<void> => {
    for (const [name, value] of Object.entries(limits)) {
      if (await set(name, value, true)) continue
      if (level !== 'high') throw new TurnFault(cannotBeLimited(preset, what, isPlanning(settings)))
      missing.push(what)
    }
  }

  // If one option holds both, the planning mode takes precedence.
  const asking = Object.entries(preset.modes?.ask ?? {}).filter(
    ([name]) => plan[name] === undefined || options.offered(name, plan[name]) === undefined,
  )
  await limit(Object.fromEntries(asking), 'a mode in which it asks before it acts')
  await limit(plan, 'a mode in which it only plans')
  const limits = { ...preset.modes?.ask, ...plan }
  for (const name of Object.keys(before)) {
    if (limits[name] === undefined && name !== 'model' && name !== 'thought_level') await setBack(name)
  }
  if (model === undefined) await setBack('model')
  else if (!(await set('model', model, false))) {
    if (model === 'default') await setBack('model')
    else missing.push(`the model ${model}`)
  }
  if (reasoningEffort === undefined) await setBack('thought_level')
  else await set('thought_level', reasoningEffort, false)
  return missing
}

function cannotBeLimited({ title }: AgentPreset, what: string, planning: boolean): string {
  const instead = planning ? 'choose another way of working than “spec”, another agent' : 'choose another agent'
  return (
    `${title} does not offer ${what}, so it did not get this message. ` +
    `Update it, ${instead}, or allow it everything (autonomy level high).`
  )
}
