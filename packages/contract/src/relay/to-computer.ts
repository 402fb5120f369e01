import { type Static, Type } from 'typebox'
import { ControlSettings } from '../controls.ts'
import { ContentBlock, Message } from '../message.ts'
import { SessionSettings } from '../session.ts'
import { ComputerQuestion } from './question.ts'

const turn = { sessionId: Type.String(), turnId: Type.String() }

/** The organization's rules for every turn. The daemon enforces them. */
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
  /** Grows with each connection of the computer. */
  epoch: Type.Integer(),
  /** A computer that hears nothing for this long stops its agents, because the service has given up its turns. */
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
  /** Who wrote it: a private computer takes messages of its own user alone. */
  userId: Type.Optional(Type.String()),
  /** Absent if it is large: the computer fetches it from `contentPath` with its credential. */
  content: Type.Optional(Type.Array(ContentBlock)),
  contentPath: Type.Optional(Type.String()),
  settings: SessionSettings,
  /** How many turns the session had before this one. */
  earlierTurns: Type.Integer(),
  policy: Policy,
})
export type Prompt = Static<typeof Prompt>

/** The turn has begun: the agent gets the message, once. */
const Go = Type.Object({ type: Type.Literal('go'), ...turn })

/** The turn does not (or no longer) belong to the computer: it stops the agent and forgets the turn. */
const TurnOver = Type.Object({ type: Type.Literal('turn_over'), ...turn })

/** Updates of the turn up to `seq` are stored. */
const Ack = Type.Object({ type: Type.Literal('ack'), ...turn, seq: Type.Integer() })

const Interrupt = Type.Object({ type: Type.Literal('interrupt'), ...turn })

/** Somebody has decided. `optionId` is one of those offered. */
const Decided = Type.Object({
  type: Type.Literal('decided'),
  ...turn,
  permissionId: Type.String(),
  optionId: Type.String(),
  /** Who has decided. */
  userId: Type.Optional(Type.String()),
})

/** The session was deleted: its agent ends, and its files are deleted. */
const Forget = Type.Object({ type: Type.Literal('forget'), sessionId: Type.String() })

/** Whether anybody watches the session live; previews are sent only then. */
const Watch = Type.Object({ type: Type.Literal('watch'), sessionId: Type.String(), on: Type.Boolean() })

/** Passes on a read that names the computer. */
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
