import type { CriterionId } from '@muster/contract/readiness/catalogue'
import { describe, expect, it } from 'vitest'
import type { Language } from '../src/catalog/languages.ts'
import { judge } from '../src/judge/judge.ts'
import { type Files, repositoryOf } from './mini.ts'
import { programs } from './programs.ts'

type Met = readonly [CriterionId, Language, Files | '', asked?: Files]

/**
 * Each row is what meets a criterion in a language; `''` where the language does by itself. What a program needs to be
 * asked at all comes last.
 */
export function itIsMet(rows: readonly Met[]): void {
  const complete = rows.map(([id, language, files, asked = {}]) => [id, language, files, asked] as const)
  describe.each(complete)('%s of %s', (id, language, files, asked) => {
    it(files === '' ? 'is met by the language itself' : 'is met by a tool, and not without it', () => {
      const program = { ...programs[language], ...asked }
      const { report } = judge(repositoryOf({ files: { ...program, ...(files || {}) } }))
      expect(report[id]).toMatchObject({ numerator: 1 })
      const without = judge(repositoryOf({ files: program })).report[id]
      if (files !== '') expect(without?.numerator ?? 0).toBe(0)
    })
  })
}
