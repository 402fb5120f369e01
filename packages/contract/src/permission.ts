import { type Static, Type } from 'typebox'
import { closed, JsonObject, text, UnixMs } from './schema.ts'

/** The kinds of tool calls in the Agent Client Protocol. */
export const toolKinds = [
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
  'other',
] as const
export const ToolKind = Type.Enum([...toolKinds])
export type ToolKind = Static<typeof ToolKind>

export const PermissionOption = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: Type.Enum(['allow_once', 'allow_always', 'reject_once', 'reject_always']),
})
export type PermissionOption = Static<typeof PermissionOption>

/** Content that an agent shows for a tool call: its own text, or the change of a file. */
export const ShownContent = Type.Union([
  Type.Object({ type: Type.Literal('text'), text: Type.String() }),
  Type.Object({
    type: Type.Literal('diff'),
    path: Type.String(),
    newText: Type.String(),
    /** Absent for a new file. */
    oldText: Type.Optional(Type.String()),
  }),
])
export type ShownContent = Static<typeof ShownContent>

/** A question of an agent, which waits for the answer. */
export const PermissionRequest = Type.Object({
  id: Type.String(),
  toolCall: Type.Object({
    title: Type.String(),
    kind: ToolKind,
    input: JsonObject,
    content: Type.Optional(
      Type.Array(ShownContent, {
        'x-extension': true,
        description: 'What the agent shows of the call besides its input: words of its own, and changes of files.',
      }),
    ),
  }),
  options: Type.Array(PermissionOption),
  createdAt: UnixMs,
})
export type PermissionRequest = Static<typeof PermissionRequest>

export const PermissionStatus = Type.Enum(['pending', 'allowed', 'rejected', 'cancelled'])
export type PermissionStatus = Static<typeof PermissionStatus>

export const Permission = Type.Object({
  ...PermissionRequest.properties,
  status: PermissionStatus,
  decidedAt: Type.Optional(UnixMs),
  decidedBy: Type.Optional(Type.String()),
})
export type Permission = Static<typeof Permission>

/** Yes or no, which selects the option that allows least; or one specific option. */
export const DecidePermission = Type.Union([
  closed({ decision: Type.Enum(['allow', 'reject']) }),
  closed({ optionId: text(1, 200) }),
])
export type DecidePermission = Static<typeof DecidePermission>
