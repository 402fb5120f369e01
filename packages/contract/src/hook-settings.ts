import { type Static, Type } from 'typebox'
import { hookEvents } from './hook-events.ts'
import { JsonObject } from './schema.ts'

/**
 * One action of a hook. Only commands are run; action types of other agents and unknown fields are ignored, so that
 * settings written for another agent can stay.
 */
export const HookAction = Type.Union([
  Type.Object({
    type: Type.Literal('command'),
    command: Type.String({ pattern: '\\S' }),
    timeout: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    /** If the hook itself fails, the action that it guards is prevented. */
    failClosed: Type.Optional(Type.Boolean()),
  }),
  Type.Object({ type: Type.String({ not: { const: 'command' } }) }),
])

/** The actions for events that the matcher accepts; without a matcher, for all events. */
export const HookEntry = Type.Object({
  matcher: Type.Optional(Type.String()),
  hooks: Type.Array(HookAction),
})
export type HookEntry = Static<typeof HookEntry>

/**
 * The hook settings in `~/.muster/settings.json` of a user and `.muster/settings.json` of a project. Events of other
 * agents are ignored.
 */
export const HookSettings = Type.Object({
  hooks: Type.Optional(Type.Partial(Type.Record(Type.Enum([...hookEvents]), Type.Array(HookEntry)))),
  /** Only valid in a user's own settings: `false` runs no project hooks, trusted or not. */
  allowProjectHooks: Type.Optional(Type.Boolean()),
})
export type HookSettings = Static<typeof HookSettings>

/** What a command reads on its standard input. Agents may add fields of their own. */
export const HookInput = Type.Object({
  hook_event_name: Type.String(),
  session_id: Type.Optional(Type.String()),
  cwd: Type.String(),
  transcript_path: Type.Optional(Type.String()),
  permission_mode: Type.Optional(Type.String()),
  /** The agent's own name of the tool. */
  tool_name: Type.Optional(Type.String()),
  /** The same tool by its common name for all agents; see `tool-names.ts`. */
  canonical_tool_name: Type.Optional(Type.String()),
  tool_input: Type.Optional(Type.Unknown()),
  tool_response: Type.Optional(Type.Unknown()),
  message: Type.Optional(Type.String()),
  prompt: Type.Optional(Type.String()),
  reason: Type.Optional(Type.String()),
  stop_hook_active: Type.Optional(Type.Boolean()),
})
export type HookInput = Static<typeof HookInput>

export const PermissionDecision = Type.Enum(['allow', 'deny', 'ask'])
export type PermissionDecision = Static<typeof PermissionDecision>

/** What a command may print on its standard output. */
export const HookOutput = Type.Object({
  continue: Type.Optional(Type.Boolean()),
  stopReason: Type.Optional(Type.String()),
  decision: Type.Optional(Type.Enum(['block', 'approve'])),
  reason: Type.Optional(Type.String()),
  systemMessage: Type.Optional(Type.String()),
  suppressOutput: Type.Optional(Type.Boolean()),
  hookSpecificOutput: Type.Optional(
    Type.Object({
      hookEventName: Type.Optional(Type.String()),
      permissionDecision: Type.Optional(PermissionDecision),
      permissionDecisionReason: Type.Optional(Type.String()),
      updatedInput: Type.Optional(JsonObject),
      additionalContext: Type.Optional(Type.String()),
    }),
  ),
})
export type HookOutput = Static<typeof HookOutput>
