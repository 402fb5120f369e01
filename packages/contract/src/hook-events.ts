/** The session events that a user's commands may answer. Plain data, so that the module loads fast. */
export const hookEvents = [
  'PreToolUse',
  'PostToolUse',
  'UserPromptSubmit',
  'Notification',
  'Stop',
  'SubagentStop',
  'PreCompact',
  'SessionStart',
  'SessionEnd',
] as const

export type HookEvent = (typeof hookEvents)[number]

/** What hooks of an event may do, and which field their matchers are compared with. */
export interface HookEventRules {
  readonly raisedWhen: string
  /** The field of the input that a matcher must match; without one, matchers are ignored. */
  readonly matches?: string
  /** Values of that field, where they are known. */
  readonly matchValues?: readonly string[]
  /** Exit code 2 and `"decision": "block"` prevent the announced action. */
  readonly canBlock?: true
  /** `"decision": "block"` passes the reason to the agent afterwards. */
  readonly canGiveFeedback?: true
  /** `"continue": false` ends the agent's work. */
  readonly canHalt?: true
  /** `permissionDecision` and `updatedInput` are applied. */
  readonly canPermit?: true
  /** `additionalContext` reaches the agent. */
  readonly canAddContext?: true
  /** Output that is not JSON is context too. */
  readonly isOutputContext?: true
}

export const hookEventRules: Readonly<Record<HookEvent, HookEventRules>> = {
  PreToolUse: {
    raisedWhen: 'The agent is about to use a tool',
    matches: 'tool_name',
    canBlock: true,
    canHalt: true,
    canPermit: true,
    canAddContext: true,
  },
  PostToolUse: {
    raisedWhen: 'A tool was used',
    matches: 'tool_name',
    canGiveFeedback: true,
    canHalt: true,
    canAddContext: true,
  },
  UserPromptSubmit: {
    raisedWhen: 'The user sent a prompt',
    canBlock: true,
    canHalt: true,
    canAddContext: true,
    isOutputContext: true,
  },
  Notification: {
    raisedWhen: 'The agent waits for the user or needs attention',
    matches: 'notification_type',
    matchValues: ['permission_prompt', 'idle_prompt', 'auth_success', 'elicitation_dialog'],
  },
  Stop: { raisedWhen: 'The agent finished its task', canBlock: true, canHalt: true },
  SubagentStop: { raisedWhen: 'A sub-agent finished', matches: 'agent_type', canBlock: true, canHalt: true },
  PreCompact: {
    raisedWhen: 'The conversation is about to be shortened',
    matches: 'trigger',
    matchValues: ['manual', 'auto'],
    canHalt: true,
  },
  SessionStart: {
    raisedWhen: 'A session begins',
    matches: 'source',
    matchValues: ['startup', 'resume', 'clear', 'compact'],
    canHalt: true,
    canAddContext: true,
    isOutputContext: true,
  },
  SessionEnd: {
    raisedWhen: 'A session ends, in whatever way',
    matches: 'reason',
    matchValues: ['clear', 'logout', 'prompt_input_exit', 'exit', 'error', 'other'],
  },
}

export function isHookEvent(name: string): name is HookEvent {
  return Object.hasOwn(hookEventRules, name)
}

/** The default timeout of a command in seconds. */
export const defaultHookTimeoutSeconds = 60

/** The longest delay of a timer; longer timeouts are shortened to it. */
export const maxHookTimeoutSeconds = 2_147_483
