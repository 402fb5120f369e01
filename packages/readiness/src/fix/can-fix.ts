import type { CriterionId } from '@muster/contract/readiness/catalogue'
import type { Subject } from '../judge/special/special.ts'
import { fixes, programs } from './fixes.ts'

/** Stands for the people who changed the repository; `fix` asks git who they are. */
const somebody = ['@somebody']

/**
 * Whether `fix` has something to write or to run for a criterion here. It does not judge again what would come of it, so
 * that a report costs no more.
 */
export function canFix(id: CriterionId, subject: Subject): boolean {
  // It asks which one.
  if (id === 'license') return true
  // The page is long, and there is always something to tell of an application.
  if (id === 'agents_md') return subject.applications.length > 0 && !subject.repository.has('AGENTS.md')
  const context = { ...subject, owners: somebody }
  return (fixes[id]?.(context) ?? []).length + (programs[id]?.(context) ?? []).length > 0
}
