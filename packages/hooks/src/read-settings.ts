import {
  defaultHookTimeoutSeconds,
  type HookEvent,
  hookEvents,
  isHookEvent,
  maxHookTimeoutSeconds,
} from '@muster/contract/hook-events'
import type { HookSettings } from '@muster/contract/hook-settings'
import { faultsOf, unknownEvents } from './check-settings.ts'
import { type JsonPath, lineOf, parseJson } from './json-with-comments.ts'
import { compileMatcher, type Matcher } from './matcher.ts'
import { type RegularFile, readRegularFile } from './read-regular-file.ts'
import type { Warning } from './warning.ts'

/** The owner of the settings: the user, or the authors of the project. */
export type Origin = 'user' | 'project'

/** One command of the settings, ready to match events. */
export interface ConfiguredHook {
  readonly event: HookEvent
  /** As written; empty if it matches everything. */
  readonly matcher: string
  readonly pattern: Matcher
  readonly command: string
  readonly timeoutMs: number
  /** If the hook fails, the event is blocked, if it can be. */
  readonly failClosed: boolean
  readonly origin: Origin
  readonly file: string
  /** Its position in the file. */
  readonly path: JsonPath
}

export interface SettingsFile {
  readonly path: string
  readonly origin: Origin
  readonly source: string
  /** The hooks that run. */
  readonly hooks: readonly ConfiguredHook[]
  /** The hooks that would run if the file were trusted. */
  readonly withheld: readonly ConfiguredHook[]
  readonly warnings: readonly Warning[]
  /** Whether project hooks may run; only a user's own settings decide this. */
  readonly allowProjectHooks: boolean
  /** The content; absent if there is no readable file. */
  readonly file?: RegularFile | undefined
  /** Checks again whether its hooks may run, because the scripts may have changed since the settings were read. */
  readonly isStillTrusted?: (() => boolean) | undefined
  /** Why it could not be read although it may exist: the system ran out of resources. */
  readonly shortage?: string | undefined
}

/** Reports a pattern that timed out, which is only known once it is matched with a name. */
export type OnWarning = (warning: Warning) => void

export interface SettingsPlace {
  readonly path: string
  readonly origin: Origin
  /** Whether the file's owner is acceptable; see `isOwnOrRoot`. */
  isOwner(userId: number): boolean
}

/** Reads one settings file. Faults become warnings; a missing file has no hooks. */
export function readSettings({ path, origin, isOwner }: SettingsPlace, onWarning: OnWarning = () => {}): SettingsFile {
  const read = readRegularFile(path, isOwner)
  if ('file' in read) {
    return { ...parseSettings(path, read.file.bytes.toString('utf8'), onWarning, origin), file: read.file }
  }
  const nothing = { path, origin, ...noHooks }
  if ('refusal' in read) {
    const kind = origin === 'project' ? 'untrusted' : 'broken'
    return { ...nothing, warnings: [{ kind, file: path, ...read.refusal, subject: `${path} ${read.refusal.message}` }] }
  }
  const shortage = shortages.has(read.errno) ? read.errno : undefined
  return { ...nothing, warnings: unreadable(path, read.errno), shortage }
}

const noHooks = { source: '', hooks: [], withheld: [], allowProjectHooks: true } as const

/** Errors when the system runs out of resources; a retry may succeed. */
const shortages = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EINTR'])

export function parseSettings(
  path: string,
  text: string,
  onWarning: OnWarning = () => {},
  origin: Origin = 'user',
): SettingsFile {
  const source = text.replace(/^\uFEFF/, '')
  const parsed = parseJson(source)
  if (!('value' in parsed)) {
    const { line, message, fix } = parsed
    return {
      ...noHooks,
      path,
      origin,
      source,
      warnings: [{ kind: 'broken', file: path, line, message, fix: `${fix} ${disabled}` }],
    }
  }
  const { value } = parsed
  const faults = faultsOf(value)
  if (faults.length > 0) {
    const warnings = faults.map(({ path: place, message, fix }) => ({
      kind: 'broken' as const,
      file: path,
      line: lineOf(source, place),
      message,
      fix: `${fix} ${disabled}`,
    }))
    return { ...noHooks, path, origin, source, warnings }
  }
  const settings = value as HookSettings
  const { allowProjectHooks = true } = settings
  return { ...noHooks, path, origin, source, allowProjectHooks, ...hooksOf(path, source, settings, onWarning, origin) }
}

const disabled = 'Until then no hook of this file runs.'

function hooksOf(
  file: string,
  source: string,
  { hooks = {} }: HookSettings,
  onWarning: OnWarning,
  origin: Origin,
): { readonly hooks: ConfiguredHook[]; readonly warnings: Warning[] } {
  const found: ConfiguredHook[] = []
  const warnings: Warning[] = []
  const warn = (kind: Warning['kind'], path: JsonPath, message: string, fix: string) =>
    warnings.push({ kind, file, line: lineOf(source, path), message, fix })
  for (const { event, meant } of unknownEvents(hooks)) {
    const fix = meant ? `Write ${meant}.` : `These are raised: ${hookEvents.join(', ')}.`
    warn(
      meant ? 'faulty' : 'foreign',
      ['hooks', event],
      `There is no event ${event} here, so its hooks do not run.`,
      fix,
    )
  }
  for (const [event, entries] of Object.entries(hooks)) {
    if (!isHookEvent(event)) continue
    for (const [index, { matcher, hooks: actions }] of entries.entries()) {
      const path = ['hooks', event, index]
      const pattern = compileMatcher(matcher, (name) => {
        const message = `The matcher ${JSON.stringify(matcher)} takes too long for ${JSON.stringify(name.slice(0, 100))}.`
        const line = lineOf(source, [...path, 'matcher'])
        onWarning({
          kind: 'faulty',
          file,
          line,
          message,
          fix: 'Write it without repetition inside of repetition, as in (a+)+.',
        })
      })
      if (pattern.fault) {
        const message = `The matcher ${JSON.stringify(matcher)} is no regular expression (${pattern.fault}), so it matches nothing.`
        warn('faulty', [...path, 'matcher'], message, 'Correct it, or use * for all.')
      }
      for (const [place, action] of actions.entries()) {
        if (!isCommand(action)) {
          const message = `A hook of type ${JSON.stringify(action.type)} is not run here.`
          warn('foreign', [...path, 'hooks', place], message, 'Only "command" is.')
          continue
        }
        const seconds = Math.min(action.timeout ?? defaultHookTimeoutSeconds, maxHookTimeoutSeconds)
        found.push({
          event,
          matcher: pattern.isAll ? '' : (matcher ?? ''),
          pattern,
          command: action.command,
          timeoutMs: seconds * 1000,
          failClosed: action.failClosed ?? false,
          origin,
          file,
          path: [...path, 'hooks', place],
        })
      }
    }
  }
  return { hooks: found, warnings }
}

function isCommand(action: {
  readonly type: string
}): action is { type: 'command'; command: string; timeout?: number; failClosed?: boolean } {
  return action.type === 'command'
}

function unreadable(file: string, code: string): Warning[] {
  if (code === 'ENOENT' || code === 'ENOTDIR') return []
  const fix = code === 'ELOOP' ? 'Put a file in place of the link.' : 'Check who may read it.'
  return [{ kind: 'broken', file, message: `The settings cannot be read (${code}).`, fix }]
}
