import type { Job } from '../platform/job.ts'
import type { Reading } from './draft.ts'
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

/** A part of a reading. The parts of a list are joined in order. */
export type ReadingPart = Partial<Reading>

export interface NativeInput {
  readonly format: 'json' | 'ndjson'
  readonly nowMs: number
}

/** What is wrong with a body as a whole. `json`: it is not JSON at all. */
export interface BodyFault {
  readonly fault: { readonly kind: 'otlp' | 'native' | 'json'; readonly message: string }
}

/** Lists come in pieces of this many entries; the service reads each in a few milliseconds. */
const entriesAtOnce = 1_000

/** Reads the body of an OTLP request. */
export function telemetryJob({ signal, encoding, nowMs }: TelemetryInput): Job<Uint8Array, ReadingPart | BodyFault> {
  const body: Uint8Array[] = []
  return {
    take: (piece) => void body.push(piece),
    *finish() {
      try {
        yield* partsOf(readTelemetry(signal, joined(body), encoding, nowMs))
      } catch (error) {
        if (!(error instanceof OtlpError)) throw error
        yield { fault: { kind: 'otlp', message: error.message } }
      }
    },
  }
}

/** Reads the body of native events. */
export function nativeJob({ format, nowMs }: NativeInput): Job<Uint8Array, readonly NativeOutcome[] | BodyFault> {
  const body: Uint8Array[] = []
  return {
    take: (piece) => void body.push(piece),
    *finish() {
      try {
        yield* slicesOf(readNative({ format, nowMs }, joined(body)))
      } catch (error) {
        if (error instanceof NativeBodyError) yield { fault: { kind: 'native', message: error.message } }
        else if (error instanceof SyntaxError) yield { fault: { kind: 'json', message: error.message } }
        else throw error
      }
    },
  }
}

/** Throws a `NativeBodyError` for a body that is not a list of events, and a `SyntaxError` for one that is not JSON. */
export function readNative({ format, nowMs }: NativeInput, body: Uint8Array): NativeOutcome[] {
  return format === 'json' ? readJsonEvents(parsed(body), nowMs) : readNdjsonEvents(body, nowMs)
}

function parsed(body: Uint8Array): unknown {
  return JSON.parse(bufferOf(body).toString('utf8'))
}

function joined(pieces: readonly Uint8Array[]): Buffer {
  const [first] = pieces
  return pieces.length === 1 && first ? bufferOf(first) : Buffer.concat(pieces)
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

function* partsOf(reading: Reading): Generator<ReadingPart> {
  for (const [name, value] of Object.entries(reading)) {
    if (!Array.isArray(value)) yield { [name]: value }
    else for (const some of slicesOf(value)) yield { [name]: some }
  }
}

/** At least one slice, even of an empty list. */
function* slicesOf<T>(list: readonly T[]): Generator<readonly T[]> {
  if (list.length <= entriesAtOnce) return yield list
  for (let at = 0; at < list.length; at += entriesAtOnce) yield list.slice(at, at + entriesAtOnce)
}
