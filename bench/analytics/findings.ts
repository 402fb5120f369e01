import type { Machine } from '../machine.ts'
import type { BatchCompared } from './batch.ts'
import type { GrowthPoint } from './growth.ts'
import type { IngestCompared } from './ingest.ts'
import type { LargeFigures } from './large.ts'
import type { Plan } from './plan.ts'
import type { ServingCompared } from './serving.ts'

/** Everything that a run has found; with `--json` it is written as it is. */
export interface Findings {
  readonly date: string
  readonly command: string
  readonly machine: Machine
  readonly loadAfter: number
  readonly plan: Plan
  readonly ingest: readonly IngestCompared[]
  readonly batch: BatchCompared | undefined
  readonly serving: readonly ServingCompared[]
  readonly large: LargeFigures | undefined
  readonly growth: readonly GrowthPoint[]
}
