import { type Readable, Transform } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Place } from '../ground/platform/request-limits.ts'

/**
 * Counts the bytes of a body for its sender before they are read; without a `Content-Length`, counts them as they
 * arrive. Above the limit, the answer is 429 or 503.
 */
export function holdBody(
  { place, headers, routeOptions }: FastifyRequest,
  _reply: FastifyReply,
  payload: Readable,
  done: (error?: Error | null, payload?: Readable) => void,
): void {
  const tellsNoLength = headers['transfer-encoding'] !== undefined
  try {
    // A longer body is refused because of its length.
    if (!tellsNoLength) place?.hold(Math.min(Number(headers['content-length'] ?? 0), routeOptions.bodyLimit ?? 0))
    done(null, place && tellsNoLength ? counted(payload, place) : payload)
  } catch (error) {
    done(error as Error)
  }
}

function counted(payload: Readable, place: Place): Readable {
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        place.hold(chunk.length)
        done(null, chunk)
      } catch (error) {
        // The sender reads the answer only after it has sent the rest of the body.
        payload.unpipe(counter).resume()
        done(error as Error)
      }
    },
  })
  payload.once('error', (error) => counter.destroy(error))
  return payload.pipe(counter)
}
