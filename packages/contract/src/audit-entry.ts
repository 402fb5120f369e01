import { type Static, Type } from 'typebox'
import { IsoTime, nullable } from './schema.ts'

/** One change: who made it, what it was, when, and from where. */
export const AuditEntry = Type.Object({
  id: Type.String(),
  at: IsoTime,
  action: Type.String(),
  target: Type.Object({ type: Type.String(), id: Type.String() }),
  /** `null` if the service itself acted, for instance to enforce a retention period. */
  actor: nullable(
    Type.Object({
      userId: nullable(Type.String()),
      email: nullable(Type.String()),
      apiKeyId: nullable(Type.String()),
    }),
  ),
  /** The fields that changed. Secrets are never among them. */
  changes: Type.Unsafe<Record<string, unknown>>({ type: 'object' }),
  address: nullable(Type.String()),
  requestId: nullable(Type.String()),
})
export type AuditEntry = Static<typeof AuditEntry>
