import { hookEvents, isHookEvent } from '@muster/contract/hook-events'
import type { JsonPath } from './json-with-comments.ts'

export interface Fault {
  readonly path: JsonPath
  readonly message: string
  readonly fix: string
}

/**
 * The faults of settings by the contract's schema. Handwritten, because loading a validator takes longer than running
 * most hooks; a test compares both.
 */
export function faultsOf(settings: unknown): Fault[] {
  if (!isObject(settings)) return [fault([], 'Settings must be an object.', 'Put them between { and }.')]
  const { hooks, allowProjectHooks } = settings
  const faults = faultsOfFlag(allowProjectHooks, ['allowProjectHooks'])
  if (hooks === undefined) return faults
  const path = ['hooks']
  if (!isObject(hooks)) {
    return [...faults, fault(path, 'hooks must be an object.', 'Write {"Stop": [ … ]}, with events as names.')]
  }
  const ofEvents = Object.entries(hooks)
    .filter(([event]) => isHookEvent(event))
    .flatMap(([event, entries]) => faultsOfList(entries, [...path, event], faultsOfEntry))
  return [...faults, ...ofEvents]
}

/** Unknown event names, each with the most similar known one. */
export function unknownEvents(
  hooks: Readonly<Record<string, unknown>>,
): { event: string; meant: string | undefined }[] {
  return Object.keys(hooks)
    .filter((event) => !isHookEvent(event))
    .map((event) => ({ event, meant: hookEvents.find((name) => plain(name) === plain(event)) }))
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function faultsOfList(list: unknown, path: JsonPath, each: (item: unknown, path: JsonPath) => Fault[]): Fault[] {
  if (!Array.isArray(list)) return [fault(path, `${path.at(-1)} must be a list.`, 'Put it between [ and ].')]
  return list.flatMap((item, index) => each(item, [...path, index]))
}

function faultsOfEntry(entry: unknown, path: JsonPath): Fault[] {
  const shape = '{"matcher": "…", "hooks": [{"type": "command", "command": "…"}]}'
  if (!isObject(entry)) return [fault(path, 'An entry must be an object.', `Write ${shape}.`)]
  const faults: Fault[] = []
  if (entry.matcher !== undefined && typeof entry.matcher !== 'string') {
    faults.push(fault([...path, 'matcher'], 'matcher must be a text.', 'Put it in double quotes, or leave it out.'))
  }
  if (entry.hooks === undefined) {
    faults.push(fault(path, 'An entry has no list of hooks.', `Write ${shape}.`))
    return faults
  }
  return [...faults, ...faultsOfList(entry.hooks, [...path, 'hooks'], faultsOfAction)]
}

function faultsOfAction(action: unknown, path: JsonPath): Fault[] {
  const shape = '{"type": "command", "command": "…"}'
  if (!isObject(action)) return [fault(path, 'A hook must be an object.', `Write ${shape}.`)]
  if (typeof action.type !== 'string') return [fault(path, 'A hook has no type.', `Write ${shape}.`)]
  if (action.type !== 'command') return []
  const faults: Fault[] = []
  if (typeof action.command !== 'string' || action.command.trim() === '') {
    faults.push(fault([...path, 'command'], 'A hook has no command.', `Write ${shape}.`))
  }
  const { timeout } = action
  if (timeout !== undefined && (typeof timeout !== 'number' || timeout <= 0)) {
    const fix = 'Write seconds, such as 60, without quotes, or leave it out.'
    faults.push(fault([...path, 'timeout'], 'timeout must be a number above 0.', fix))
  }
  return [...faults, ...faultsOfFlag(action.failClosed, [...path, 'failClosed'])]
}

function faultsOfFlag(value: unknown, path: JsonPath): Fault[] {
  if (value === undefined || typeof value === 'boolean') return []
  return [fault(path, `${path.at(-1)} must be true or false.`, 'Write it without quotes, or leave it out.')]
}

function fault(path: JsonPath, message: string, fix: string): Fault {
  return { path, message, fix }
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '')
}
