import { type Static, Type } from 'typebox'

/** A question that the service passes to the computer that a read names. */
export const ComputerQuestion = Type.Union([
  Type.Object({ kind: Type.Literal('sessions') }),
  Type.Object({ kind: Type.Literal('session'), sessionId: Type.String() }),
  Type.Object({ kind: Type.Literal('messages'), sessionId: Type.String() }),
  Type.Object({ kind: Type.Literal('message'), sessionId: Type.String(), messageId: Type.String() }),
])
export type ComputerQuestion = Static<typeof ComputerQuestion>

/** A body, or an error code. */
export interface ComputerAnswer {
  readonly body?: unknown
  readonly error?: 'session_not_found' | 'message_not_found' | 'invalid_cursor' | 'internal_error'
}
