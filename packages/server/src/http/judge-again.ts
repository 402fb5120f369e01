import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { admittedForMs } from '../govern/keys/stays.ts'
import { EventTextStream } from '../ground/platform/event-text-stream.ts'
import type { AdmitOptions } from './admit.ts'

export function wasJustJudged({ judgedMs }: FastifyRequest): boolean {
  return performance.now() - judgedMs < admittedForMs
}

/** Judges a caller again who was let in a while ago, because the body took long to arrive, or the answer to come about. */
export async function judgeLater(request: FastifyRequest, { authenticate }: AdmitOptions): Promise<void> {
  if (request.principal && !wasJustJudged(request)) await authenticate.judgeAgain(request.principal)
}

/** An answer that is still being sent ends with the rights of its reader. */
export function endWithRights({ principal }: FastifyRequest, body: Readable, { authenticate }: AdmitOptions): void {
  if (!principal || body.destroyed) return
  const leave = authenticate.stay(principal, (refusal) => {
    // A stream of events may end at any time. Any other answer is cut off, so that nobody takes it for whole.
    if (body instanceof EventTextStream) body.finish()
    else body.destroy(refusal)
  })
  body.once('close', leave)
}
