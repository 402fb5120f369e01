import { type Static, Type } from 'typebox'
import {
  AutonomyLevel,
  AutonomyMode,
  InteractionMode,
  ReasoningEffort,
  SessionStatus,
  StatusReason,
  TurnOutcome,
} from './enumerations.ts'
import { closed, Id, Identifier, IsoTime, JsonObject, nullable, setting, text, UnixMs } from './schema.ts'

export const ModelId = text(1, 200, { hint: 'a model id' })

export const Tag = closed({ name: text(1, 200), metadata: Type.Optional(JsonObject) })

/** The settings for which an organization may also set defaults. */
export const defaultableSettings = {
  model: setting(ModelId, 'Model', 'The model that the agent uses, by a name that it knows.'),
  reasoningEffort: setting(ReasoningEffort, 'Reasoning effort', 'How long the model thinks before it answers.'),
  interactionMode: setting(
    InteractionMode,
    'Way of working',
    'auto: the agent does the work. spec: it plans first. mission: it works on a large task by itself.',
  ),
  autonomyLevel: setting(
    AutonomyLevel,
    'Autonomy',
    'What the agent may do without asking; off asks before every change.',
  ),
  autonomyMode: setting(AutonomyMode, 'Autonomy mode', 'Autonomy and planning as one word, for older agents.'),
  specModeModel: setting(ModelId, 'Model for planning', 'The model that is used while the agent plans.'),
  specModeReasoningEffort: setting(
    ReasoningEffort,
    'Reasoning effort for planning',
    'How long the model thinks while the agent plans.',
  ),
}

const ToolIds = Type.Array(text(1, 200), { maxItems: 1000, hint: 'a list of up to 1000 tool ids' })

const requestSettings = {
  ...defaultableSettings,
  providerLock: Type.Optional(Identifier),
  providerLockTimestamp: Type.Optional(IsoTime),
  apiProviderLock: Type.Optional(Identifier),
  assistantActiveTimeMs: Type.Optional(
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, hint: 'a whole number of milliseconds' }),
  ),
  archivedAt: Type.Optional(IsoTime),
  tags: Type.Optional(Type.Array(Tag, { maxItems: 100, hint: 'a list of up to 100 tags' })),
  enabledToolIds: Type.Optional(ToolIds),
  disabledToolIds: Type.Optional(ToolIds),
}

/** The settings that a request may change. `archivedAt: null` un-archives. */
export const SessionSettingsInput = closed({ ...requestSettings, archivedAt: Type.Optional(nullable(IsoTime)) })
export type SessionSettingsInput = Static<typeof SessionSettingsInput>

export const TokenUsage = Type.Object({
  inputTokens: Type.Integer(),
  outputTokens: Type.Integer(),
  cacheCreationTokens: Type.Integer(),
  cacheReadTokens: Type.Integer(),
  thinkingTokens: Type.Integer(),
})
export type TokenUsage = Static<typeof TokenUsage>

export const SessionSettings = Type.Object({ ...requestSettings, tokenUsage: Type.Optional(TokenUsage) })
export type SessionSettings = Static<typeof SessionSettings>

export const SessionCost = Type.Object({
  /** `null` if no price is known for any of the usage. */
  amount: Type.Union([Type.Number(), Type.Null()]),
  /** Three capital letters. */
  currency: Type.String(),
  /** `reported` by the agent, or `estimated`, wholly or in part, from the prices of each day. */
  source: Type.Enum(['reported', 'estimated']),
  /** Tokens without a price. The amount excludes them. */
  unpricedTokens: Type.Integer(),
})
export type SessionCost = Static<typeof SessionCost>

export const Session = Type.Object({
  sessionId: Type.String(),
  status: SessionStatus,
  messageCount: Type.Integer(),
  createdAt: UnixMs,
  updatedAt: UnixMs,
  title: Type.Optional(Type.String()),
  completedAt: Type.Optional(UnixMs),
  computerId: Type.Optional(Type.String()),
  sessionSettings: Type.Optional(SessionSettings),
  statusReason: Type.Optional(StatusReason),
  userId: Type.Optional(Type.String({ 'x-extension': true, description: 'Whose session it is.' })),
  agentModel: Type.Optional(
    Type.String({
      'x-extension': true,
      description:
        'The model that the agent really uses, as the agent named it last. The settings say what was wished.',
    }),
  ),
  outcome: Type.Optional(
    Type.With(TurnOutcome, {
      'x-extension': true,
      description:
        'How the last turn ended. `refused`: the agent finished, and everything that it wanted to do was refused.',
    }),
  ),
  cost: Type.Optional(
    Type.With(SessionCost, {
      'x-extension': true,
      description: 'What its turns cost so far. Absent while nothing was used.',
    }),
  ),
  agentMode: Type.Optional(
    Type.String({ 'x-extension': true, description: 'The mode that the agent is really in, as the agent calls it.' }),
  ),
})
export type Session = Static<typeof Session>

const Title = text(1, 200, { 'x-extension': true })

export const CreateSession = closed({
  computerId: Id,
  sessionSettings: Type.Optional(SessionSettingsInput),
  title: Type.Optional(Title),
})
export type CreateSession = Static<typeof CreateSession>

export const UpdateSession = closed(
  { sessionSettings: Type.Optional(SessionSettingsInput), title: Type.Optional(nullable(Title)) },
  { minProperties: 1, hint: 'an object with sessionSettings' },
)
export type UpdateSession = Static<typeof UpdateSession>
