import { isObject } from './check-settings.ts'
import { type JsonPath, parseJson, withValue } from './json-with-comments.ts'

export interface NewHook {
  readonly event: string
  readonly matcher?: string | undefined
  readonly command: string
  /** In the unit of the settings. */
  readonly timeout?: number | undefined
  readonly failClosed?: boolean | undefined
}

/** Adds a hook to the settings; everything else stays, including comments. The text must be valid. */
export function withHook(source: string, { event, matcher, command, timeout, failClosed }: NewHook): string {
  const options = { ...(timeout !== undefined && { timeout }), ...(failClosed && { failClosed }) }
  const action = { type: 'command', command, ...options }
  const entries = entriesOf(source, event)
  const wanted = matcher ?? ''
  const index = entries.findIndex((entry) => (entry.matcher ?? '') === wanted)
  if (index >= 0) {
    const place = entries[index]?.hooks.length ?? 0
    return withValue(source, ['hooks', event, index, 'hooks', place], action, true)
  }
  const entry = { ...(matcher !== undefined && { matcher }), hooks: [action] }
  if (entries.length === 0) return withValue(source, ['hooks', event], [entry])
  return withValue(source, ['hooks', event, entries.length], entry, true)
}

/** Removes hooks from the settings. Entries and events that become empty are removed too. */
export function withoutHooks(source: string, paths: readonly JsonPath[]): string {
  let text = source
  // From last to first, so that the remaining positions stay valid.
  for (const path of paths.toReversed()) {
    const [, event = '', entry = 0] = path
    text = withValue(text, path, undefined)
    const entries = entriesOf(text, String(event))
    if (entries[Number(entry)]?.hooks.length !== 0) continue
    text = withValue(text, ['hooks', event, entry], undefined)
    if (entries.length > 1) continue
    text = withValue(text, ['hooks', event], undefined)
    const parsed = parseJson(text)
    const { hooks = {} } = 'value' in parsed ? (parsed.value as { hooks?: object }) : {}
    if (Object.keys(hooks).length === 0) text = withValue(text, ['hooks'], undefined)
  }
  return text
}

/** The positions of commands that meet a condition, under the events of any agent. */
export function findHooks(source: string, isWanted: (hook: NewHook) => boolean): readonly JsonPath[] {
  const parsed = parseJson(source)
  const hooks = 'value' in parsed && isObject(parsed.value) ? parsed.value.hooks : undefined
  const found: JsonPath[] = []
  for (const [event, entries] of Object.entries(isObject(hooks) ? hooks : {})) {
    for (const [index, entry] of listOf(entries)) {
      const matcher = typeof entry.matcher === 'string' ? entry.matcher : undefined
      for (const [place, { command }] of listOf(entry.hooks)) {
        const isFound = typeof command === 'string' && isWanted({ event, matcher, command })
        if (isFound) found.push(['hooks', event, index, 'hooks', place])
      }
    }
  }
  return found
}

function listOf(value: unknown): [number, Readonly<Record<string, unknown>>][] {
  if (!Array.isArray(value)) return []
  return value.flatMap((item, index) => (isObject(item) ? [[index, item]] : []))
}

interface Entry {
  readonly matcher?: string
  readonly hooks: readonly unknown[]
}

function entriesOf(source: string, event: string): readonly Entry[] {
  const parsed = parseJson(source)
  if (!('value' in parsed)) throw new Error(`Line ${parsed.line}: ${parsed.message} ${parsed.fix}`)
  const { hooks } = parsed.value as { hooks?: Record<string, Entry[]> }
  return hooks?.[event] ?? []
}
