import { AppError, invalid } from '../../ground/platform/app-error.ts'
import type { Customer } from '../../ground/platform/fair-queue.ts'
import { inflate, type SentBody } from '../../ground/platform/inflate.ts'
import type { BeginJob, Job } from '../../ground/platform/job.ts'
import { WorkerLost } from '../../ground/platform/worker-process.ts'
import type { Workers } from '../../ground/platform/workers.ts'
import {
  type BodyFault,
  type Inflating,
  type NativeInput,
  nativeJob,
  type ReadingPart,
  type TelemetryInput,
  telemetryJob,
} from './body-jobs.ts'
import { NativeBodyError } from './native/read-body.ts'
import type { NativeOutcome } from './native/read-event.ts'
import { OtlpError } from './telemetry/otlp/otlp-error.ts'

/** The sender of a body, and whether it still waits for the answer. */
interface Sender {
  readonly customer: Customer
  readonly signal?: AbortSignal | undefined
}

/**
 * Reads bodies part by part: while one part is stored, the next parts stay in the worker. A fault of the whole body is
 * thrown before the first part.
 */
export interface BodyReader {
  /** Throws an `OtlpError` for an invalid body; faults of single records are part of the result. */
  telemetry(input: TelemetryInput, body: SentBody, sender: Sender): AsyncGenerator<ReadingPart>
  /**
   * Throws a `NativeBodyError` for a body that is not a list of events, and a `SyntaxError` for one that is not JSON.
   */
  native(input: NativeInput, body: SentBody, sender: Sender): AsyncGenerator<readonly NativeOutcome[]>
}

/** Bodies below this inflated size, which are most, are read in this process in some ten milliseconds. */
const smallBytes = 512 * 1024
const pieceBytes = 1024 * 1024

/**
 * Reads bodies of telemetry: small ones in this process, large ones in a worker, so that they do not block other
 * requests. Until a worker is free, a large body is kept as it was sent.
 */
export function createBodyReader(workers: Workers, maxBytes: number): BodyReader {
  async function* outputsOf<Input, Output extends object>(
    job: { readonly name: string; readonly begin: BeginJob<Input & Inflating, Uint8Array, Output | BodyFault> },
    input: Input,
    body: SentBody,
    sender: Sender,
  ): AsyncGenerator<Output> {
    const { compression } = body
    const small = inflate(body, smallBytes)
    if ('fault' in small && small.fault === 'broken') throw broken(compression)
    try {
      const outputs =
        'bytes' in small
          ? done(job.begin({ ...input, compression: '', maxBytes: smallBytes }), small.bytes)
          : workers.run<Output | BodyFault>(job.name, { ...input, compression, maxBytes }, piecesOf(body.bytes), sender)
      for await (const output of outputs) {
        if ('fault' in output) throw errorOf(output, compression, maxBytes)
        yield output
      }
    } catch (error) {
      throw error instanceof WorkerLost ? refusalOf(error) : error
    }
  }

  return {
    telemetry: (input, body, sender) => outputsOf({ name: 'telemetry', begin: telemetryJob }, input, body, sender),
    native: (input, body, sender) => outputsOf({ name: 'native', begin: nativeJob }, input, body, sender),
  }
}

function done<Output>(job: Job<Uint8Array, Output>, bytes: Uint8Array): Iterable<Output> {
  job.take(bytes)
  return job.finish()
}

function* piecesOf(body: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < body.length; at += pieceBytes) yield body.subarray(at, at + pieceBytes)
}

function errorOf({ fault: { kind, message } }: BodyFault, compression: string, maxBytes: number): Error {
  if (kind === 'otlp') return new OtlpError(message)
  if (kind === 'native') return new NativeBodyError(message)
  if (kind === 'broken') return broken(compression)
  if (kind === 'json') return new SyntaxError(message)
  return new AppError('body_too_large', `The body must not be larger than ${maxBytes} bytes when it is inflated.`)
}

function broken(compression: string): AppError {
  return invalid('body', `must be compressed as its headers say, which is ${compression}`)
}

/** A body that is too large for a worker will be too large again; any other failure may be temporary. */
function refusalOf(lost: WorkerLost): AppError {
  if (lost.isOwnFault)
    return new AppError('body_too_large', 'Reading the body takes too much. Send it in smaller parts.')
  return new AppError('unavailable', 'The body could not be read just now. Send it again.', { retryAfterSeconds: 1 })
}
