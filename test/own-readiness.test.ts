import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { evaluate } from '../packages/readiness/src/evaluate.ts'
import { projectRoot } from './running-server.ts'

describe('this repository', () => {
  it('reaches level 3 by its own measure, with nothing switched off', async () => {
    const { score, report } = await evaluate(projectRoot, { version: '0' })
    const failing = Object.entries(report.report).filter(([, { numerator, denominator }]) => numerator < denominator)
    expect([score.level >= 3, failing.map(([id, { rationale }]) => `${id}: ${rationale}`)]).toEqual([
      true,
      expect.any(Array),
    ])
    expect(report.switchedOff).toBeUndefined()
    expect(existsSync(join(projectRoot, '.muster/readiness.json'))).toBe(false)
  })
})
