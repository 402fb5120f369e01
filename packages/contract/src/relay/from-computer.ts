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
 * Objects are open: a service ignores unknown fields, so that a newer daemon can talk to it. Only a message is closed,
 * because it is stored as it comes.
 */

const Uuid = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })
const turn = { sessionId: Uuid, turnId: Uuid }

/**
 * A turn on the computer's disk. `taken`: not begun; `prompted`: the agent has it; `ended`: its updates contain the
 * end.
 */
export const KnownTurn = Type.Object({ ...turn, state: Type.Enum(['taken', 'prompted', 'ended']) })
export type KnownTurn = Static<typeof KnownTurn>

/** The first frame of every connection. */
export const Hello = Type.Object({
  type: Type.Literal('hello'),
  protocol: Type.Integer(),
  /** The number of the last connection that this daemon was welcomed to. Copies of a computer have others. */
  epoch: Type.Optional(Type.Integer()),
  daemon: Type.Object({
    version: text(1, 100),
    hostname: text(1, 253),
    platform: text(1, 100),
    agents: Type.Array(AgentInfo, { maxItems: 100 }),
    /** Where its agents work. */
    folder: Type.Optional(text(1, 4096)),
    /** Whether agents are confined here, and why not. */
    /** What the user of this computer lets others do with it. Without it, they may do nothing. */
    consent: Type.Optional(Type.Object({ access: ComputerAccess, maxAutonomyLevel: Type.Optional(AutonomyLevel) })),
    confinement: Type.Object({ available: Type.Boolean(), reason: Type.Optional(text(1, 1000)) }),
  }),
  turns: Type.Array(KnownTurn, { maxItems: 10_000 }),
  /** Sessions that the computer has on its disk. It is told which of them were deleted. */
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
  /** The same by model. They add up to it. */
  models: Type.Optional(ModelUsages),
  cost: Type.Optional(ReportedCost),
})
/** The model and the mode that the agent says are in force, which agent it is, and where it works. */
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
/** The agent no longer waits for it, or a rule of the organization has answered it. */
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
  /** For people, when it failed: what happened and what to do. */
  error: Type.Optional(text(1, 4000)),
  /** The agent's own id of the session. With it, the agent's own telemetry of the session is not counted twice. */
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

/** The updates of a turn, in order and without gaps from 1. They are kept on disk until they are acknowledged. */
export const Updates = Type.Object({
  type: Type.Literal('updates'),
  ...turn,
  updates: Type.Array(Update, { minItems: 1, maxItems: 256 }),
})
export type Updates = Static<typeof Updates>

const part = { ...turn, n: Type.Integer({ minimum: 0 }), text: text(0, maxUnfinishedText) }
/**
 * The unfinished message (or its end, if it is long), and then additions to it. Neither is stored: the complete message
 * follows as an update. They count only for a turn that this connection was told to run.
 */
const Preview = Type.Object({ type: Type.Literal('preview'), ...part })
const Delta = Type.Object({ type: Type.Literal('delta'), ...part })

/** The answer to `ask`: a body, or the code of an error of the contract. */
const Answer = Type.Object({
  type: Type.Literal('answer'),
  requestId: text(1, 100),
  body: Type.Optional(Type.Unknown()),
  error: Type.Optional(Type.Enum(['session_not_found', 'message_not_found', 'invalid_cursor', 'internal_error'])),
})

/** Asks for the earlier conversation, which took place elsewhere. */
const NeedHistory = Type.Object({ type: Type.Literal('need_history'), sessionId: Uuid })

export const FrameFromComputer = Type.Union([Hello, Taken, Updates, Preview, Delta, Answer, NeedHistory])
export type FrameFromComputer = Static<typeof FrameFromComputer>
