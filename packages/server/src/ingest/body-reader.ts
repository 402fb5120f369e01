import { AppError } from '../platform/app-error.ts'
import { WorkerLost } from '../platform/worker-process.ts'
import type { Workers } from '../platform/workers.ts'
import { type BodyFault, type NativeInput, type ReadingPart, readNative, type TelemetryInput } from './body-jobs.ts'
import type { Reading } from './draft.ts'
import { NativeBodyError } from './native/read-body.ts'
import type { NativeOutcome } from './native/read-event.ts'
import { OtlpError } from './telemetry/otlp/otlp-error.ts'
import { readTelemetry } from './telemetry/read-telemetry.ts'

export interface BodyReader {
  /** Throws an `OtlpError` for an invalid body; faults of single records are part of the result. */
  telemetry(input: TelemetryInput, body: Uint8Array): Promise<Reading>
  /**
   * Throws a `NativeBodyError` for a body that is not a list of events, and a `SyntaxError` for one that is not JSON.
   */
  native(input: NativeInput, body: Uint8Array): Promise<NativeOutcome[]>
}

/** Smaller bodies are read here, in some ten milliseconds. Exporters usually send less. */
const smallBytes = 512 * 1024
const pieceBytes = 1024 * 1024

/** Reads bodies of telemetry: small ones here, large ones in a worker, so that nobody waits for them. */
export function createBodyReader(workers: Workers): BodyReader {
  async function* outputsOf<Output extends object>(
    name: string,
    input: unknown,
    body: Uint8Array,
  ): AsyncGenerator<Output> {
    try {
      for await (const output of workers.run<Output | BodyFault>(name, input, piecesOf(body))) {
        if ('fault' in output) throw errorOf(output)
        yield output
      }
    } catch (error) {
      throw error instanceof WorkerLost ? refusalOf(error) : error
    }
  }

  return {
    async telemetry(input, body) {
      if (body.length <= smallBytes) return readTelemetry(input.signal, body, input.encoding, input.nowMs)
      const reading: Record<string, unknown> = {}
      for await (const part of outputsOf<ReadingPart>('telemetry', input, body)) {
        for (const [name, value] of Object.entries(part)) {
          const known = reading[name]
          if (Array.isArray(known) && Array.isArray(value)) for (const entry of value) known.push(entry)
          else reading[name] = value
        }
      }
      // All parts together are one complete reading.
      return reading as unknown as Reading
    },

    async native(input, body) {
      if (body.length <= smallBytes) return readNative(input, body)
      const outcomes: NativeOutcome[] = []
      for await (const some of outputsOf<readonly NativeOutcome[]>('native', input, body)) {
        for (const outcome of some) outcomes.push(outcome)
      }
      return outcomes
    },
  }
}

function* piecesOf(body: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < body.length; at += pieceBytes) yield body.subarray(at, at + pieceBytes)
}

function errorOf({ fault: { kind, message } }: BodyFault): Error {
  if (kind === 'otlp') return new OtlpError(message)
  return kind === 'native' ? new NativeBodyError(message) : new SyntaxError(message)
}

/** A body that is too large for a worker will be too large again; any other failure may pass. */
function refusalOf(lost: WorkerLost): AppError {
  if (lost.isOwnFault)
    return new AppError('body_too_large', 'Reading the body takes too much. Send it in smaller parts.')
  return new AppError('unavailable', 'The body could not be read just now. Send it again.', { retryAfterSeconds: 1 })
}
