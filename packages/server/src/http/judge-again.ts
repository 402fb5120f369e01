import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { admittedForMs } from '../govern/keys/stays.ts'
import { EventTextStream } from '../ground/platform/event-text-stream.ts'
import type { AdmitOptions } from './admit.ts'

export function wasJustJudged({ judgedMs }: FastifyRequest): boolean {
  return performance.now() - judgedMs < admittedForMs
}

/** Checks a caller again if the last check was a while ago, because the body or the answer took long. */
export async function judgeLater(request: FastifyRequest, { authenticate }: AdmitOptions): Promise<void> {
  if (request.principal && !wasJustJudged(request)) await authenticate.judgeAgain(request.principal)
}

/** Ends an answer that is still being sent when its reader loses the right to it. */
export function endWithRights({ principal }: FastifyRequest, body: Readable, { authenticate }: AdmitOptions): void {
  if (!principal || body.destroyed) return
  const leave = authenticate.stay(principal, (refusal) => {
    // A stream of events may end at any time. Any other answer is aborted, so that no client takes it for complete.
    if (body instanceof EventTextStream) body.finish()
    else body.destroy(refusal)
  })
  body.once('close', leave)
}
