import { type Static, Type } from 'typebox'

/** The question to a computer that a read names. */
export const ComputerQuestion = Type.Union([
  Type.Object({ kind: Type.Literal('sessions') }),
  Type.Object({ kind: Type.Literal('session'), sessionId: Type.String() }),
  Type.Object({ kind: Type.Literal('messages'), sessionId: Type.String() }),
  Type.Object({ kind: Type.Literal('message'), sessionId: Type.String(), messageId: Type.String() }),
])
export type ComputerQuestion = Static<typeof ComputerQuestion>

/** A body, or the code of an error. */
export interface ComputerAnswer {
  readonly body?: unknown
  readonly error?: 'session_not_found' | 'message_not_found' | 'invalid_cursor' | 'internal_error'
}
