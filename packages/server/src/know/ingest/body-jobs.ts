import { isUtf8 } from 'node:buffer'
import { inflate } from '../../ground/platform/inflate.ts'
import type { Job } from '../../ground/platform/job.ts'
import type { EventDraft, Reading } from './draft.ts'
import { NativeBodyError, readJsonEvents, readNdjsonEvents } from './native/read-body.ts'
import type { NativeOutcome } from './native/read-event.ts'
import type { Encoding } from './telemetry/otlp/decode.ts'
import { OtlpError } from './telemetry/otlp/otlp-error.ts'
import type { Signal } from './telemetry/otlp/responses.ts'
import { readTelemetry } from './telemetry/read-telemetry.ts'

export interface TelemetryInput {
  readonly signal: Signal
  readonly encoding: Encoding
  readonly nowMs: number
}

/** A part of a reading: some of its drafts, or, as the last part, all the rest. */
export type ReadingPart = { readonly drafts: readonly EventDraft[] } | { readonly rest: Omit<Reading, 'drafts'> }

export interface NativeInput {
  readonly format: 'json' | 'ndjson'
  readonly nowMs: number
}

/** How to inflate a compressed body. */
export interface Inflating {
  readonly compression: string
  readonly maxBytes: number
}

/** The fault of a body as a whole. `json`: it is not JSON at all. */
export interface BodyFault {
  readonly fault: { readonly kind: 'otlp' | 'native' | 'json' | 'too large' | 'broken'; readonly message: string }
}

/** Lists are returned in slices of this many entries; the service reads and stores each in some ten milliseconds. */
const entriesAtOnce = 1_000

/** Reads the body of an OTLP request. */
export const telemetryJob = bodyJob<TelemetryInput, ReadingPart>(function* ({ signal, encoding, nowMs }, body) {
  const { drafts, ...rest } = readTelemetry(signal, body, encoding, nowMs)
  for (const some of slicesOf(drafts)) yield { drafts: some }
  yield { rest }
})

/** Reads the body of native events. */
export const nativeJob = bodyJob<NativeInput, readonly NativeOutcome[]>(({ format, nowMs }, body) => {
  if (!isUtf8(body)) throw new SyntaxError('It is not UTF-8.')
  if (format === 'ndjson') return slicesOf(readNdjsonEvents(body, nowMs))
  return slicesOf(readJsonEvents(JSON.parse(body.toString('utf8')), nowMs))
})

/**
 * A job that gets a body in pieces, as it was sent. It returns a fault instead of results, never after some of them.
 */
function bodyJob<Input, Output>(read: (input: Input, body: Buffer) => Iterable<Output>) {
  return (input: Input & Inflating): Job<Uint8Array, Output | BodyFault> => {
    const pieces: Uint8Array[] = []
    return {
      take: (piece) => void pieces.push(piece),
      *finish() {
        const [first] = pieces
        const bytes = pieces.length === 1 && first ? first : Buffer.concat(pieces)
        const inflated = inflate({ bytes, compression: input.compression }, input.maxBytes)
        if ('fault' in inflated) return yield { fault: { kind: inflated.fault, message: '' } }
        try {
          yield* read(input, inflated.bytes)
        } catch (error) {
          yield { fault: { kind: kindOf(error), message: (error as Error).message } }
        }
      },
    }
  }
}

function kindOf(error: unknown): BodyFault['fault']['kind'] {
  if (error instanceof OtlpError) return 'otlp'
  if (error instanceof NativeBodyError) return 'native'
  if (error instanceof SyntaxError) return 'json'
  throw error
}

/** At least one slice, even of an empty list. */
function* slicesOf<T>(list: readonly T[]): Generator<readonly T[]> {
  if (list.length <= entriesAtOnce) return yield list
  for (let at = 0; at < list.length; at += entriesAtOnce) yield list.slice(at, at + entriesAtOnce)
}
