import type { Criterion } from './criterion.ts'
import { level1 } from './level-1.ts'
import { level2 } from './level-2.ts'
import { level3 } from './level-3.ts'
import { level4 } from './level-4.ts'
import { level5 } from './level-5.ts'

/** Every criterion by its id, in order of level. */
const table = { ...level1, ...level2, ...level3, ...level4, ...level5 }

export type CriterionId = keyof typeof table

export const catalogue: Readonly<Record<CriterionId, Criterion>> = table

export const criterionIds = Object.keys(table) as CriterionId[]

export function isCriterionId(id: string): id is CriterionId {
  return Object.hasOwn(table, id)
}
