import { type Loose, listOf, objectOf, textOf } from './loose.ts'

/** One option of an agent, and how to set it. */
interface AgentOption {
  readonly id: string
  readonly category: string | undefined
  readonly current: string | undefined
  readonly values: readonly { readonly value: string; readonly name: string }[]
  readonly call: (sessionId: string, value: string) => readonly [method: string, params: Loose]
}

/** Sends a request to the agent and resolves with its answer. */
type Ask = (method: string, params: Loose) => Promise<Loose>

/** The options of an agent's session: the offered values and the current ones, as last reported by the agent. */
export class AgentOptions {
  readonly #sessionId: string
  #options: readonly AgentOption[]

  /** Reads config options, or the older lists of models and modes. */
  constructor(sessionId: string, opened: Loose) {
    const configured = configOptions(opened) ?? []
    const older = [olderModels(objectOf(opened.models)), olderModes(objectOf(opened.modes))]
    this.#sessionId = sessionId
    this.#options = [...configured, ...older.flatMap((option) => option ?? [])]
  }

  /** The current value of the option with this category or id. */
  current(name: string): string | undefined {
    return this.#find(name)?.current
  }

  /** The display name of the current value. */
  currentName(name: string): string | undefined {
    const { current, values = [] } = this.#find(name) ?? {}
    return values.find(({ value }) => value === current)?.name ?? current
  }

  /** The agent's own value for a wanted one; `undefined` if it offers none. */
  offered(name: string, wanted: string): string | undefined {
    const option = this.#find(name)
    return option && matchingValue(option, wanted)
  }

  /** Sets a value that the agent offers. Returns whether it is in force afterwards. */
  async set(name: string, value: string, ask: Ask): Promise<boolean> {
    const option = this.#find(name)
    if (!option) return false
    const told = await ask(...option.call(this.#sessionId, value))
    this.#change(option.id, value)
    this.see(told)
    return this.current(name) === value
  }

  /** Reads the options in an answer or an update of the agent. */
  see(told: Loose): void {
    const configured = configOptions(told)
    if (configured) {
      const isOlder = ({ id }: AgentOption) => id === olderModelId || id === olderModeId
      this.#options = [...configured, ...this.#options.filter(isOlder)]
    }
    const mode = textOf(told.currentModeId)
    const option = mode === undefined ? undefined : this.#find('mode')
    if (option && mode !== undefined) this.#change(option.id, mode)
  }

  /** The category takes precedence, because ids are arbitrary. */
  #find(name: string): AgentOption | undefined {
    return this.#options.find(({ category }) => category === name) ?? this.#options.find(({ id }) => id === name)
  }

  #change(changedId: string, current: string): void {
    this.#options = this.#options.map((option) => (option.id === changedId ? { ...option, current } : option))
  }
}

/** Matches the value itself, the value with its provider as prefix, or the display name. */
function matchingValue({ values }: AgentOption, wanted: string): string | undefined {
  const low = wanted.toLowerCase()
  const found =
    values.find(({ value }) => value === wanted) ??
    values.find(({ value }) => value.toLowerCase() === low || value.toLowerCase().endsWith(`/${low}`)) ??
    values.find(({ name }) => name.toLowerCase() === low)
  return found?.value
}

function configOptions(told: Loose): AgentOption[] | undefined {
  if (!Array.isArray(told.configOptions)) return undefined
  return listOf(told.configOptions).flatMap((option) => {
    const id = textOf(option.id)
    if (id === undefined) return []
    // Values may be grouped.
    const listed = listOf(option.options).flatMap((entry) =>
      Array.isArray(entry.options) ? listOf(entry.options) : [entry],
    )
    return {
      id,
      category: textOf(option.category),
      current: textOf(option.currentValue),
      values: valuesOf(listed, 'value'),
      call: (sessionId: string, value: string) =>
        ['session/set_config_option', { sessionId, configId: id, value }] as const,
    }
  })
}

/** A made-up id that no agent uses for its own options. */
const olderModelId = 'models.currentModelId'
const olderModeId = 'modes.currentModeId'

function olderModels({ availableModels, currentModelId }: Loose): AgentOption | undefined {
  const values = valuesOf(listOf(availableModels), 'modelId')
  const call = (sessionId: string, modelId: string) => ['session/set_model', { sessionId, modelId }] as const
  const current = textOf(currentModelId)
  return values.length === 0 ? undefined : { id: olderModelId, category: 'model', current, values, call }
}

function olderModes({ availableModes, currentModeId }: Loose): AgentOption | undefined {
  const values = valuesOf(listOf(availableModes), 'id')
  const call = (sessionId: string, modeId: string) => ['session/set_mode', { sessionId, modeId }] as const
  const current = textOf(currentModeId)
  return values.length === 0 ? undefined : { id: olderModeId, category: 'mode', current, values, call }
}

function valuesOf(entries: readonly Loose[], key: string) {
  return entries.flatMap((entry) => {
    const value = textOf(entry[key])
    return value === undefined ? [] : [{ value, name: textOf(entry.name) ?? value }]
  })
}
