import { type Static, Type } from 'typebox'
import { AgentInfo } from '../computer.ts'
import { AutonomyLevel, ComputerAccess, MessageRole } from '../enumerations.ts'
import { ContentBlock, messageDetails } from '../message.ts'
import { PermissionRequest } from '../permission.ts'
import { closed, text, UnixMs } from '../schema.ts'
import { TokenUsage } from '../session.ts'
import { maxUnfinishedText } from '../unfinished-text.ts'
import { circumstances, ModelUsages, ReportedCost, TurnReport } from './work-report.ts'

/**
 * Objects are open: the service ignores unknown fields, so that a newer daemon can talk to it. Only a message is
 * closed, because it is stored unchanged.
 */

const Uuid = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })
const turn = { sessionId: Uuid, turnId: Uuid }

/**
 * A turn on the computer's disk. `taken`: stored, not begun; `prompted`: the agent has received it; `ended`: its
 * updates include the last one.
 */
export const KnownTurn = Type.Object({ ...turn, state: Type.Enum(['taken', 'prompted', 'ended']) })
export type KnownTurn = Static<typeof KnownTurn>

/** The first frame of every connection. */
export const Hello = Type.Object({
  type: Type.Literal('hello'),
  protocol: Type.Integer(),
  /**
   * The number of the last connection that the service accepted from this daemon. Copies of a computer differ in it.
   */
  epoch: Type.Optional(Type.Integer()),
  daemon: Type.Object({
    version: text(1, 100),
    hostname: text(1, 253),
    platform: text(1, 100),
    agents: Type.Array(AgentInfo, { maxItems: 100 }),
    /** The folder in which its agents work. */
    folder: Type.Optional(text(1, 4096)),
    /** What the user of this computer lets others do with it. If absent, they may do nothing. */
    consent: Type.Optional(Type.Object({ access: ComputerAccess, maxAutonomyLevel: Type.Optional(AutonomyLevel) })),
    /** Whether agents run in a sandbox here, and if not, why. */
    confinement: Type.Object({ available: Type.Boolean(), reason: Type.Optional(text(1, 1000)) }),
  }),
  turns: Type.Array(KnownTurn, { maxItems: 10_000 }),
  /** Sessions on the computer's disk. The service answers which of them were deleted. */
  sessions: Type.Optional(Type.Array(Uuid, { maxItems: 10_000 })),
})
export type Hello = Static<typeof Hello>

/** The computer has stored the message. The agent gets it after the service answers `go`. */
const Taken = Type.Object({ type: Type.Literal('taken'), ...turn })

const seq = Type.Integer({ minimum: 1 })

/** A complete message of the agent. A new id adds it, a known id replaces it. */
export const MessageUpdate = Type.Object({
  seq,
  kind: Type.Literal('message'),
  message: closed({
    id: Uuid,
    role: MessageRole,
    content: Type.Array(ContentBlock, { maxItems: 10_000 }),
    createdAt: UnixMs,
    ...messageDetails,
  }),
})
export type MessageUpdate = Static<typeof MessageUpdate>
const TitleUpdate = Type.Object({ seq, kind: Type.Literal('title'), title: text(1, 200) })
/** The total of this turn so far. */
const UsageUpdate = Type.Object({
  seq,
  kind: Type.Literal('usage'),
  usage: TokenUsage,
  model: Type.Optional(text(1, 200)),
  /** The same total by model. */
  models: Type.Optional(ModelUsages),
  cost: Type.Optional(ReportedCost),
})
/** The current model and mode as the agent reports them, which agent it is, and where it works. */
export const InForce = Type.Object({
  model: Type.Optional(text(1, 200)),
  mode: Type.Optional(text(1, 200)),
  ...circumstances,
})
export type InForce = Static<typeof InForce>
const ReasonUpdate = Type.Object({
  seq,
  kind: Type.Literal('reason'),
  reason: Type.Union([Type.Enum(['starting_agent', 'stalled']), Type.Null()]),
  inForce: Type.Optional(InForce),
})
const PermissionUpdate = Type.Object({ seq, kind: Type.Literal('permission'), permission: PermissionRequest })
/** The agent no longer waits for the answer, or a rule of the organization gave it. */
const PermissionClosedUpdate = Type.Object({
  seq,
  kind: Type.Literal('permission_closed'),
  permissionId: text(1, 200),
  status: Type.Enum(['allowed', 'rejected', 'cancelled']),
})
/** The last update of a turn. */
const EndUpdate = Type.Object({
  seq,
  kind: Type.Literal('end'),
  outcome: Type.Enum(['completed', 'failed', 'interrupted']),
  /** For people, if the turn failed: what happened and what to do. */
  error: Type.Optional(text(1, 4000)),
  /** The agent's own session id. The service uses it to avoid counting the agent's telemetry of the session twice. */
  agentSessionId: Type.Optional(text(1, 200)),
  inForce: Type.Optional(InForce),
  report: Type.Optional(TurnReport),
})

export const Update = Type.Union([
  MessageUpdate,
  TitleUpdate,
  UsageUpdate,
  ReasonUpdate,
  PermissionUpdate,
  PermissionClosedUpdate,
  EndUpdate,
])
export type Update = Static<typeof Update>

/** The updates of a turn, numbered from 1 without gaps. They stay on disk until they are acknowledged. */
export const Updates = Type.Object({
  type: Type.Literal('updates'),
  ...turn,
  updates: Type.Array(Update, { minItems: 1, maxItems: 256 }),
})
export type Updates = Static<typeof Updates>

const part = { ...turn, n: Type.Integer({ minimum: 0 }), text: text(0, maxUnfinishedText) }
/**
 * The unfinished message (only its end if it is long), then additions to it. Neither is stored: the complete message
 * follows as an update. The service accepts them only for a turn that it assigned to this connection.
 */
const Preview = Type.Object({ type: Type.Literal('preview'), ...part })
const Delta = Type.Object({ type: Type.Literal('delta'), ...part })

/** The answer to `ask`: a body, or an error code of the contract. */
const Answer = Type.Object({
  type: Type.Literal('answer'),
  requestId: text(1, 100),
  body: Type.Optional(Type.Unknown()),
  error: Type.Optional(Type.Enum(['session_not_found', 'message_not_found', 'invalid_cursor', 'internal_error'])),
})

/** Requests the earlier conversation, which took place on another computer. */
const NeedHistory = Type.Object({ type: Type.Literal('need_history'), sessionId: Uuid })

export const FrameFromComputer = Type.Union([Hello, Taken, Updates, Preview, Delta, Answer, NeedHistory])
export type FrameFromComputer = Static<typeof FrameFromComputer>
