import type { Mix } from './telemetry-bodies.ts'

/** Bodies of a mix, one after the other, each with a number that is used once. */
interface IngestJob {
  readonly mix: Mix
  readonly firstNumber: number
  readonly durationMs: number
  readonly maxBodies: number
}

/** For the process that sends them to the service. */
export interface SendJob extends IngestJob {
  readonly port: number
  readonly headers: Readonly<Record<string, string>>
  /** Each has one request under way. */
  readonly connections: number
}

/** For the process that reads and stores them without HTTP. */
export interface BareIngestJob extends IngestJob {
  readonly dataDir: string
}

export interface IngestResult {
  readonly bodies: number
  readonly records: number
  readonly events: number
  readonly megabytes: number
  readonly seconds: number
  /** CPU seconds of this process. */
  readonly cpuSeconds: number
}
