import { readFileSync } from 'node:fs'
import {
  defaultHookTimeoutSeconds,
  type HookEvent,
  hookEvents,
  isHookEvent,
  maxHookTimeoutSeconds,
} from '@muster/contract/hook-events'
import type { HookSettings } from '@muster/contract/hook-settings'
import { faultsOf, isObject, unknownEvents } from './check-settings.ts'
import { type JsonPath, lineOf, parseJson } from './json-with-comments.ts'
import { compileMatcher, type Matcher } from './matcher.ts'
import type { Warning } from './warning.ts'

/** One command of the settings, ready to be held against events. */
export interface ConfiguredHook {
  readonly event: HookEvent
  /** As it is written; empty when it lets everything through. */
  readonly matcher: string
  readonly pattern: Matcher
  readonly command: string
  readonly timeoutMs: number
  readonly file: string
  /** Where it stands in its file. */
  readonly path: JsonPath
}

export interface SettingsFile {
  readonly path: string
  readonly source: string
  readonly hooks: readonly ConfiguredHook[]
  readonly warnings: readonly Warning[]
}

/** Tells of a pattern that took too long; it can only be known once a name comes. */
export type OnWarning = (warning: Warning) => void

/** Reads one settings file. Whatever is wrong with it becomes a warning; one that is not there has no hooks. */
export function readSettings(path: string, onWarning: OnWarning = () => {}): SettingsFile {
  let source: string
  try {
    source = readFileSync(path, 'utf8')
  } catch (error) {
    return { path, source: '', hooks: [], warnings: unreadable(path, error) }
  }
  return parseSettings(path, source, onWarning)
}

export function parseSettings(path: string, text: string, onWarning: OnWarning = () => {}): SettingsFile {
  const source = text.replace(/^\uFEFF/, '')
  const parsed = parseJson(source)
  if (!('value' in parsed)) {
    const { line, message, fix } = parsed
    return {
      path,
      source,
      hooks: [],
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
    return { path, source, hooks: [], warnings }
  }
  return { path, source, ...hooksOf(path, source, value as HookSettings, onWarning) }
}

const disabled = 'Until then no hook of this file runs.'

function hooksOf(file: string, source: string, { hooks = {} }: HookSettings, onWarning: OnWarning) {
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
}): action is { type: 'command'; command: string; timeout?: number } {
  return action.type === 'command'
}

function unreadable(file: string, error: unknown): Warning[] {
  const code = isObject(error) || error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
  if (code === 'ENOENT' || code === 'ENOTDIR') return []
  const fix = code === 'EISDIR' ? 'Put a file in its place.' : 'Check who may read it.'
  return [{ kind: 'broken', file, message: `The settings cannot be read (${code ?? 'unknown'}).`, fix }]
}
