import { type HookEvent, type HookEventRules, hookEventRules } from '@muster/contract/hook-events'
import type { PermissionDecision } from '@muster/contract/hook-settings'
import { isObject } from './check-settings.ts'
import type { CommandEnd } from './command-end.ts'

/** The requests of a hook that its event allows. */
export interface Answer {
  /** Why the announced action must not happen. */
  readonly block?: string
  /** Why the agent must end its work. */
  readonly halt?: string
  /** Feedback for the agent on a past action. */
  readonly feedback?: string
  readonly permission?: PermissionDecision
  readonly permissionReason?: string
  readonly updatedInput?: Readonly<Record<string, unknown>>
  readonly additionalContext?: string
  /** For the user. */
  readonly systemMessage?: string
  /** Keeps the output out of the transcript. */
  readonly suppressOutput?: true
  /** Invalid parts of the output. */
  readonly complaints?: readonly string[]
}

/**
 * Removes permissions, which only a user's own settings may give: a project that allows its own tools, or changes their
 * input, would decide in place of its user.
 */
export function withoutPermission(answer: Answer): Answer {
  const isAllowed = answer.permission === 'allow'
  if (!isAllowed && answer.updatedInput === undefined) return answer
  const { permission, permissionReason, updatedInput: _, complaints = [], ...rest } = answer
  return {
    ...rest,
    ...(permission && !isAllowed && { permission }),
    ...(permissionReason && !isAllowed && { permissionReason }),
    complaints: [
      ...complaints,
      "A project's hook cannot allow a tool or change its input; only your own settings can.",
    ],
  }
}

/** Interprets the exit code and output of a command. Only exit codes 0 and 2 have a meaning. */
export function readAnswer(event: HookEvent, end: CommandEnd): Answer {
  const rules = hookEventRules[event]
  if (end.timedOut || end.aborted || end.error !== undefined) return {}
  if (end.exitCode === 2) return readRefusal(rules, end.stderr)
  if (end.exitCode !== 0) return {}
  const text = end.stdout.trim()
  if (text === '') return {}
  if (!text.startsWith('{')) return rules.isOutputContext ? { additionalContext: text } : {}
  if (end.truncated) return { complaints: ['It printed too much for its JSON to be read.'] }
  try {
    const output: unknown = JSON.parse(text)
    return isObject(output) ? readOutput(event, rules, output) : {}
  } catch {
    return { complaints: ['It printed JSON that cannot be parsed, so its output does not count.'] }
  }
}

function readRefusal(rules: HookEventRules, stderr: string): Answer {
  const reason = stderr.trim() || 'A hook blocked it without a reason.'
  if (rules.canBlock) return { block: reason, ...(rules.canPermit && { permission: 'deny' as const }) }
  return rules.canGiveFeedback ? { feedback: reason } : {}
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

function readOutput(event: HookEvent, rules: HookEventRules, output: Readonly<Record<string, unknown>>): Answer {
  const answer: Writable<Answer> = {}
  const complaints: string[] = []
  const field = <T>(from: Readonly<Record<string, unknown>>, name: string, is: (value: unknown) => value is T) => {
    const value = from[name]
    if (value === undefined || value === null) return undefined
    if (is(value)) return value
    complaints.push(`${name} in its output is not what it should be and does not count.`)
    return undefined
  }

  const reason = field(output, 'reason', isText)
  const stopReason = field(output, 'stopReason', isText)
  const message = field(output, 'systemMessage', isText)
  if (message) answer.systemMessage = message
  if (field(output, 'suppressOutput', isBoolean)) answer.suppressOutput = true
  if (field(output, 'continue', isBoolean) === false && rules.canHalt) {
    answer.halt = stopReason || reason || 'A hook ended the work without a reason.'
  }
  const decision = field(output, 'decision', isText)
  if (decision === 'block' || decision === 'deny') {
    const why = reason || 'A hook blocked it without a reason.'
    if (rules.canBlock) answer.block = why
    else if (rules.canGiveFeedback) answer.feedback = why
  } else if (decision === 'approve' || decision === 'allow') {
    if (rules.canPermit) answer.permission = 'allow'
    if (reason) answer.permissionReason = reason
  } else if (decision !== undefined) complaints.push(`decision is ${quoted(decision)}, not "block" or "approve".`)

  const specific = field(output, 'hookSpecificOutput', isObject)
  const name = specific && field(specific, 'hookEventName', isText)
  if (name !== undefined && name !== event) {
    complaints.push(`hookSpecificOutput is for ${quoted(name)}, not for ${event}, and does not count.`)
  } else if (specific) {
    const permission = field(specific, 'permissionDecision', isText)
    const why = field(specific, 'permissionDecisionReason', isText)
    const input = field(specific, 'updatedInput', isObject)
    const context = field(specific, 'additionalContext', isText)
    if (rules.canPermit) {
      if (permission === 'allow' || permission === 'ask' || permission === 'deny') {
        answer.permission = permission
        if (why) answer.permissionReason = why
        if (permission === 'deny') answer.block = why || 'A hook denied it without a reason.'
      } else if (permission !== undefined) {
        complaints.push(`permissionDecision is ${quoted(permission)}, not "allow", "deny" or "ask".`)
      }
      if (input) answer.updatedInput = input
    }
    if (context && rules.canAddContext) answer.additionalContext = context
  }
  if (answer.block !== undefined && rules.canPermit) answer.permission = 'deny'
  if (complaints.length > 0) answer.complaints = complaints
  return answer
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100))
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean'
}
