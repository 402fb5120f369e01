import { type Static, Type } from 'typebox'
import { ControlSettings } from '../controls.ts'
import { ContentBlock, Message } from '../message.ts'
import { SessionSettings } from '../session.ts'
import { ComputerQuestion } from './question.ts'

const turn = { sessionId: Type.String(), turnId: Type.String() }

/** The organization's rules for every turn, which the daemon enforces. */
export const Policy = Type.Pick(ControlSettings, [
  'maxAutonomyLevel',
  'mcpAutonomyOverrides',
  'commandAllowlist',
  'commandDenylist',
  'mcpPolicy',
  'sandbox',
  'includeCoAuthoredByAgent',
  'sessionRetentionDays',
])
export type Policy = Static<typeof Policy>

/** The first frame that the service sends. */
const Welcome = Type.Object({
  type: Type.Literal('welcome'),
  protocol: Type.Integer(),
  computerId: Type.String(),
  /** Increases with each connection of the computer. */
  epoch: Type.Integer(),
  /** A computer that receives nothing for this long stops its agents, because the service has given up its turns. */
  leaseSeconds: Type.Integer(),
  policy: Policy,
})

/**
 * A message for an agent. The id of the turn is the id of its first message. The computer stores it, answers `taken`,
 * and waits for `go`.
 */
export const Prompt = Type.Object({
  type: Type.Literal('prompt'),
  ...turn,
  /** The author: a private computer accepts messages of its own user only. */
  userId: Type.Optional(Type.String()),
  /** Absent for a large message: the computer fetches it from `contentPath` with its credential. */
  content: Type.Optional(Type.Array(ContentBlock)),
  contentPath: Type.Optional(Type.String()),
  settings: SessionSettings,
  /** The number of earlier turns of the session. */
  earlierTurns: Type.Integer(),
  policy: Policy,
})
export type Prompt = Static<typeof Prompt>

/** The turn has begun: the computer passes the message to the agent, once. */
const Go = Type.Object({ type: Type.Literal('go'), ...turn })

/** The turn does not belong to the computer, or no longer: it stops the agent and deletes the turn. */
const TurnOver = Type.Object({ type: Type.Literal('turn_over'), ...turn })

/** The service has stored updates of the turn up to `seq`. */
const Ack = Type.Object({ type: Type.Literal('ack'), ...turn, seq: Type.Integer() })

const Interrupt = Type.Object({ type: Type.Literal('interrupt'), ...turn })

/** A person has decided. `optionId` is one of the offered options. */
const Decided = Type.Object({
  type: Type.Literal('decided'),
  ...turn,
  permissionId: Type.String(),
  optionId: Type.String(),
  /** The person who decided. */
  userId: Type.Optional(Type.String()),
})

/** The session was deleted: the computer stops its agent and deletes its files. */
const Forget = Type.Object({ type: Type.Literal('forget'), sessionId: Type.String() })

/** Whether anybody watches the session live; previews are sent only if so. */
const Watch = Type.Object({ type: Type.Literal('watch'), sessionId: Type.String(), on: Type.Boolean() })

/** Forwards a read that names the computer. */
const Ask = Type.Object({
  type: Type.Literal('ask'),
  requestId: Type.String(),
  question: ComputerQuestion,
})

export const History = Type.Object({
  type: Type.Literal('history'),
  sessionId: Type.String(),
  messages: Type.Array(Message),
})

/** The rules of the organization have changed. */
const PolicyChanged = Type.Object({ type: Type.Literal('policy'), policy: Policy })

export const FrameToComputer = Type.Union([
  Welcome,
  Prompt,
  Go,
  TurnOver,
  Ack,
  Interrupt,
  Decided,
  Forget,
  Watch,
  Ask,
  History,
  PolicyChanged,
])
export type FrameToComputer = Static<typeof FrameToComputer>
