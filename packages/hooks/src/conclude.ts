import type { HookEvent } from '@muster/contract/hook-events'
import type { HookOutput, PermissionDecision } from '@muster/contract/hook-settings'
import type { Answer } from './read-answer.ts'

/** The result of all answers to an event. */
export interface Conclusion {
  /** The announced action must not happen; at Stop and SubagentStop: the agent must continue. */
  readonly isBlocked: boolean
  readonly reason?: string
  /** The agent must end its work, whatever the other hooks answer. */
  readonly isHalted: boolean
  readonly stopReason?: string
  /** Only for PreToolUse. If absent, the agent decides as it would without hooks. */
  readonly permission?: PermissionDecision
  readonly permissionReason?: string
  /** Only for PreToolUse: replaces the tool's input. */
  readonly updatedInput?: Readonly<Record<string, unknown>>
  /** For the agent: comments of hooks on a past action. */
  readonly feedback: readonly string[]
  /** For the agent. */
  readonly additionalContext: readonly string[]
  /** For the user. */
  readonly systemMessages: readonly string[]
  /** A hook wants its output kept out of the transcript. */
  readonly suppressOutput: boolean
}

export const nothingFollows: Conclusion = Object.freeze({
  isBlocked: false,
  isHalted: false,
  feedback: [],
  additionalContext: [],
  systemMessages: [],
  suppressOutput: false,
})

/**
 * Combines answers in the order of the settings. The strictest permission wins: deny before ask before allow. If
 * several hooks change the input, the first one wins, so that a project cannot undo what its user's own settings want.
 */
export function conclude(event: HookEvent, answers: readonly Answer[]): Conclusion {
  const all = <K extends keyof Answer>(key: K) =>
    answers.flatMap((answer) => (answer[key] === undefined ? [] : [answer[key] as NonNullable<Answer[K]>]))
  const halts = all('halt')
  const isHalted = halts.length > 0
  const isStop = event === 'Stop' || event === 'SubagentStop'
  // Ending the work lets the agent stop; before a tool or a prompt, it also prevents that action.
  const announcesWork = event === 'PreToolUse' || event === 'UserPromptSubmit'
  const blocks = isHalted ? (isStop ? [] : announcesWork ? [...all('block'), ...halts] : []) : all('block')
  const permission = strictest(all('permission'))
  const reasons = answers.flatMap(({ permission: own, permissionReason }) =>
    own === permission && permissionReason ? [permissionReason] : [],
  )
  const [updatedInput] = all('updatedInput')
  const isBlocked = blocks.length > 0
  return {
    isBlocked,
    ...(isBlocked && { reason: cut(blocks.join('\n')) }),
    isHalted,
    ...(isHalted && { stopReason: cut(halts.join('\n')) }),
    ...(permission && { permission }),
    ...(reasons.length > 0 && { permissionReason: cut(reasons.join('\n')) }),
    ...(updatedInput && !isBlocked && { updatedInput }),
    feedback: all('feedback').map(cut),
    additionalContext: all('additionalContext'),
    systemMessages: all('systemMessage').map(cut),
    suppressOutput: all('suppressOutput').length > 0,
  }
}

/** Limits how much of the agent's context a reason can fill. */
const maxReasonLength = 10_000

function cut(reason: string): string {
  if (reason.length <= maxReasonLength) return reason
  return `${reason.slice(0, maxReasonLength).toWellFormed()}\n… (${reason.length} characters; the rest is left out)`
}

/** The conclusion in the form of one hook's output, for an agent that called a single command. */
export function asOutput(event: HookEvent, conclusion: Conclusion): HookOutput | undefined {
  const { isHalted, stopReason, permission, permissionReason, updatedInput } = conclusion
  const { feedback, additionalContext, systemMessages, suppressOutput } = conclusion
  const specific = {
    ...(permission && { permissionDecision: permission }),
    ...(permissionReason && { permissionDecisionReason: permissionReason }),
    ...(updatedInput && { updatedInput }),
    ...(additionalContext.length > 0 && { additionalContext: additionalContext.join('\n') }),
  }
  const output: HookOutput = {
    ...(isHalted && { continue: false, ...(stopReason && { stopReason }) }),
    ...(feedback.length > 0 && { decision: 'block', reason: feedback.join('\n') }),
    ...(systemMessages.length > 0 && { systemMessage: systemMessages.join('\n') }),
    ...(suppressOutput && { suppressOutput }),
    ...(Object.keys(specific).length > 0 && { hookSpecificOutput: { hookEventName: event, ...specific } }),
  }
  return Object.keys(output).length > 0 ? output : undefined
}

function strictest(decisions: readonly PermissionDecision[]): PermissionDecision | undefined {
  return (['deny', 'ask', 'allow'] as const).find((each) => decisions.includes(each))
}
