import { type Static, Type } from 'typebox'
import {
  AutonomyLevel,
  ComputerAccess,
  ComputerStatus,
  ProviderType,
  ProvisioningStepId,
  ProvisioningStepStatus,
} from './enumerations.ts'
import { closed, text, UnixMs } from './schema.ts'

/** An agent that is installed on a computer. */
export const AgentInfo = Type.Object({
  id: text(1, 64),
  title: text(1, 200),
  version: Type.Optional(text(1, 100)),
})
export type AgentInfo = Static<typeof AgentInfo>

export const ProvisioningStep = Type.Object({
  id: ProvisioningStepId,
  name: Type.String(),
  status: ProvisioningStepStatus,
  error: Type.Optional(Type.String()),
  startedAt: Type.Optional(UnixMs),
  completedAt: Type.Optional(UnixMs),
})
export type ProvisioningStep = Static<typeof ProvisioningStep>

/** Reported by the computer when it connects, and kept after it disconnects. */
const connectionFields = {
  isConnected: Type.Optional(Type.Boolean({ 'x-extension': true })),
  lastSeenAt: Type.Optional(
    Type.Integer({ 'x-extension': true, description: 'When its connection ended. Absent while it is connected.' }),
  ),
  agents: Type.Optional(
    Type.Array(AgentInfo, { 'x-extension': true, description: 'The agents that it runs sessions with.' }),
  ),
  folder: Type.Optional(Type.String({ 'x-extension': true, description: 'Where its agents work.' })),
  platform: Type.Optional(Type.String({ 'x-extension': true })),
  daemonVersion: Type.Optional(Type.String({ 'x-extension': true })),
  maxAutonomyLevel: Type.Optional(
    Type.Union([AutonomyLevel], {
      'x-extension': true,
      description: 'The most that agents may do there without asking. Its user sets it on the computer: `--max-level`.',
    }),
  ),
}

const computerFields = {
  id: Type.String(),
  userId: Type.Optional(Type.String({ 'x-extension': true, description: 'Who registered it.' })),
  access: Type.Optional(
    Type.Union([ComputerAccess], {
      'x-extension': true,
      description:
        'Who may give it work. A computer of a person is `private` unless that person let the organization in, on the computer itself: `--allow organization`.',
    }),
  ),
  name: Type.String(),
  providerType: ProviderType,
  createdAt: UnixMs,
  hostname: Type.Optional(Type.String()),
  status: Type.Optional(ComputerStatus),
  provisioningSteps: Type.Optional(Type.Array(ProvisioningStep)),
  relayClientUrl: Type.Optional(Type.String({ format: 'uri' })),
  relayAgentUrl: Type.Optional(Type.String({ format: 'uri' })),
  remoteUser: Type.Optional(Type.String()),
  ...connectionFields,
  note: Type.Optional(
    Type.String({
      'x-extension': true,
      description: 'What somebody must do before the computer can work. Absent otherwise.',
    }),
  ),
  confinement: Type.Optional(
    Type.Object(
      { isConfined: Type.Boolean(), reason: Type.Optional(Type.String()) },
      {
        description: 'Of a computer that the service runs on its own host: whether agents are confined, and why not.',
        'x-extension': true,
      },
    ),
  ),
}
export const Computer = Type.Object(computerFields)
export type Computer = Static<typeof Computer>

/** The answer to a registration: the only time that the computer's credential is shown. */
export const RegisteredComputer = Type.Object({ ...computerFields, credential: Type.String() })
export type RegisteredComputer = Static<typeof RegisteredComputer>

export const ComputerName = text(1, 63)
const RemoteUser = text(1, 63)

export const RegisterComputer = closed({
  name: ComputerName,
  provider: Type.Optional(ProviderType),
  hostname: Type.Optional(text(1, 253)),
  remoteUser: Type.Optional(RemoteUser),
})
export type RegisterComputer = Static<typeof RegisterComputer>

export const UpdateComputer = closed({ name: Type.Optional(ComputerName), remoteUser: Type.Optional(RemoteUser) })
export type UpdateComputer = Static<typeof UpdateComputer>
