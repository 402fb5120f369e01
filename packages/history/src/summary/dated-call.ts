import type { ModelCall } from '../record.ts'

/** A call with everything that calls can be grouped by. */
export interface DatedCall {
  readonly call: ModelCall
  readonly day: string
  readonly agent: string
  readonly model: string
  readonly folder: string
}
