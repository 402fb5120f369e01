import { type Static, Type } from 'typebox'

/** Most powerful first. */
export const roles = ['owner', 'manager', 'member', 'guest'] as const
export const Role = Type.Enum([...roles])
export type Role = Static<typeof Role>

export const SessionStatus = Type.Enum(['idle', 'pending', 'running'])
export type SessionStatus = Static<typeof SessionStatus>

/** What a session that is not idle waits for. */
/** `refused`: the agent finished, but every action that it asked for was refused. */
export const TurnOutcome = Type.Enum(['completed', 'failed', 'interrupted', 'refused'])
export type TurnOutcome = Static<typeof TurnOutcome>

export const StatusReason = Type.Enum(
  ['computer_offline', 'starting_agent', 'waiting_permission', 'interrupting', 'stalled'],
  { 'x-extension': true },
)
export type StatusReason = Static<typeof StatusReason>

export const ReasoningEffort = Type.Enum(['none', 'dynamic', 'off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'])

export const InteractionMode = Type.Enum(['auto', 'spec', 'mission'])

/** Least autonomous first; the organization's maximum compares by this order. */
export const autonomyLevels = ['off', 'low', 'medium', 'high'] as const
export const AutonomyLevel = Type.Enum([...autonomyLevels])
export type AutonomyLevel = Static<typeof AutonomyLevel>

/** Who may send work to a person's computer: only that person, or everybody who sees it. */
export const ComputerAccess = Type.Enum(['private', 'organization'])
export type ComputerAccess = Static<typeof ComputerAccess>

export const AutonomyMode = Type.Enum(['normal', 'spec', 'auto-low', 'auto-medium', 'auto-high'])
export type AutonomyMode = Static<typeof AutonomyMode>

export const MessageRole = Type.Enum(['user', 'assistant', 'tool', 'system'])
export type MessageRole = Static<typeof MessageRole>

export const ProviderType = Type.Enum(['byom', 'managed'])
export type ProviderType = Static<typeof ProviderType>

export const ComputerStatus = Type.Enum(['provisioning', 'active', 'error'])
export type ComputerStatus = Static<typeof ComputerStatus>

export const provisioningStepIds = [
  'create-computer',
  'setup-user',
  'configure-environment',
  'install-agent',
  'start-services',
] as const
export const ProvisioningStepId = Type.Enum([...provisioningStepIds])
export const ProvisioningStepStatus = Type.Enum(['pending', 'running', 'completed', 'failed'])

/**
 * What an API key may be used for. A key without scopes has all permissions of its user. `telemetry:attribute` lets the
 * key report for people other than its own user.
 */
export const scopes = [
  'sessions:read',
  'sessions:write',
  'computers:read',
  'computers:write',
  'organization:read',
  'organization:write',
  'readiness:read',
  'readiness:write',
  'keys:read',
  'keys:write',
  'analytics:read',
  'telemetry:write',
  'telemetry:attribute',
] as const
export const Scope = Type.Enum([...scopes])
export type Scope = Static<typeof Scope>
