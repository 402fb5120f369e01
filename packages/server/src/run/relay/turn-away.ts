import { closeCodes } from '@muster/contract/relay/close-codes'
import type { WebSocket } from 'ws'
import type { AppError } from '../../ground/platform/app-error.ts'

/** A connection that is told to close, and does not, is cut off after this time. */
export const answerMs = 500

/** Ends the connection of somebody who is no longer admitted. */
export function turnAway(socket: WebSocket, refusal: AppError): void {
  const { code, help } = closeCodes[refusal.code === 'unauthorized' ? 'unauthorized' : 'not_allowed']
  socket.close(code, help)
  setTimeout(() => socket.terminate(), answerMs).unref()
}
