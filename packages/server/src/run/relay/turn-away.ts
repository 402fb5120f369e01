import { closeCodes } from '@muster/contract/relay/close-codes'
import type { WebSocket } from 'ws'
import type { AppError } from '../../ground/platform/app-error.ts'

/** How long a connection that was told to close may stay open before it is terminated. */
export const answerMs = 500

/** Ends the connection of a caller who is no longer admitted. */
export function turnAway(socket: WebSocket, refusal: AppError): void {
  const { code, help } = closeCodes[refusal.code === 'unauthorized' ? 'unauthorized' : 'not_allowed']
  socket.close(code, help)
  setTimeout(() => socket.terminate(), answerMs).unref()
}
