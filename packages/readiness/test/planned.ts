import type { CriterionId } from '@muster/contract/readiness/catalogue'
import { planFixes } from '../src/fix/plan.ts'
import { type Files, repositoryOf } from './mini.ts'

/** What `fix` would do about one criterion. */
export function planOf(files: Files, id: CriterionId) {
  return planFixes(repositoryOf({ files }), [id], { owners: [] })
}

/** The text of one file that is written. */
export function written(files: Files, id: CriterionId, path: string): string | undefined {
  return planOf(files, id).files.find((each) => each.path === path)?.after
}
