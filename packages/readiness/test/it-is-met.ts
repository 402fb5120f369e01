import type { CriterionId } from '@muster/contract/readiness/catalogue'
import { describe, expect, it } from 'vitest'
import type { Language } from '../src/applications/languages.ts'
import { judge } from '../src/judge.ts'
import { type Files, repositoryOf } from './mini.ts'
import { programs } from './programs.ts'

type Met = readonly [CriterionId, Language, Files | '']

/** Each row is what meets a criterion in a language; `''` where the language does by itself. */
export function itIsMet(rows: readonly Met[]): void {
  describe.each(rows)('%s of %s', (id, language, files) => {
    it(files === '' ? 'is met by the language itself' : 'is met by a tool, and not without it', () => {
      const program = programs[language]
      const { report } = judge(repositoryOf({ files: { ...program, ...(files || {}) } }))
      expect(report[id]).toMatchObject({ numerator: 1 })
      const without = judge(repositoryOf({ files: program })).report[id]
      if (files !== '') expect(without?.numerator ?? 0).toBe(0)
    })
  })
}
