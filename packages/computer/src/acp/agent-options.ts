import { type Loose, listOf, objectOf, textOf } from './loose.ts'
import type { Peer } from './peer.ts'

/** One option, and how to set it. */
interface AgentOption {
  readonly current: string | undefined
  readonly values: readonly { readonly value: string; readonly name: string }[]
  readonly call: (sessionId: string, value: string) => readonly [method: string, params: Loose]
}

export interface AgentOptions {
  readonly model: AgentOption | undefined
  readonly mode: AgentOption | undefined
  readonly effort: AgentOption | undefined
}

/** The options of an agent, from its config options, or from the older lists of models and modes. */
export function readAgentOptions(result: Loose): AgentOptions {
  const configured = listOf(result.configOptions)
  return {
    model: configOption(configured, 'model') ?? olderModels(objectOf(result.models)),
    mode: configOption(configured, 'mode') ?? olderModes(objectOf(result.modes)),
    effort: configOption(configured, 'thought_level'),
  }
}

/** Sets an option if the agent offers it. Returns whether it does. */
export async function choose(
  peer: Peer,
  sessionId: string,
  option: AgentOption | undefined,
  wanted: string,
  timeoutMs: number,
): Promise<boolean> {
  const value = option && matchingValue(option, wanted)
  if (option === undefined || value === undefined) return false
  if (option.current === value) return true
  const [method, params] = option.call(sessionId, value)
  await peer.request(method, params, timeoutMs)
  return true
}

/** The value itself, the value with its provider before it, or the name that people see. */
function matchingValue({ values }: AgentOption, wanted: string): string | undefined {
  const low = wanted.toLowerCase()
  const found =
    values.find(({ value }) => value === wanted) ??
    values.find(({ value }) => value.toLowerCase() === low || value.toLowerCase().endsWith(`/${low}`)) ??
    values.find(({ name }) => name.toLowerCase() === low)
  return found?.value
}

function configOption(options: readonly Loose[], category: string): AgentOption | undefined {
  const found = options.find((option) => option.category === category && textOf(option.id) !== undefined)
  if (!found) return undefined
  // Values may be grouped.
  const listed = listOf(found.options).flatMap((entry) =>
    Array.isArray(entry.options) ? listOf(entry.options) : [entry],
  )
  return {
    current: textOf(found.currentValue),
    values: valuesOf(listed, 'value'),
    call: (sessionId, value) => ['session/set_config_option', { sessionId, configId: found.id, value }],
  }
}

function olderModels({ availableModels, currentModelId }: Loose): AgentOption | undefined {
  const values = valuesOf(listOf(availableModels), 'modelId')
  const call = (sessionId: string, modelId: string) => ['session/set_model', { sessionId, modelId }] as const
  return values.length === 0 ? undefined : { current: textOf(currentModelId), values, call }
}

function olderModes({ availableModes, currentModeId }: Loose): AgentOption | undefined {
  const values = valuesOf(listOf(availableModes), 'id')
  const call = (sessionId: string, modeId: string) => ['session/set_mode', { sessionId, modeId }] as const
  return values.length === 0 ? undefined : { current: textOf(currentModeId), values, call }
}

function valuesOf(entries: readonly Loose[], key: string) {
  return entries.flatMap((entry) => {
    const value = textOf(entry[key])
    return value === undefined ? [] : [{ value, name: textOf(entry.name) ?? value }]
  })
}
