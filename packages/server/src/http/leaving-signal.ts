import type { FastifyReply } from 'fastify'
import { AppError } from '../ground/platform/app-error.ts'

/** Returns a signal that aborts when the connection closes before the answer is sent. */
export function leavingSignal({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController()
  const leave = () => {
    if (!raw.writableFinished) leaving.abort(new AppError('unavailable', 'The caller has left.'))
  }
  if (raw.closed) leave()
  else raw.once('close', leave)
  return leaving.signal
}
