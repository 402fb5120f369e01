import { describe, expect, it } from 'vitest'
import { afterPart, endOf, maxUnfinishedText } from './unfinished-text.ts'

describe('an unfinished message', () => {
  it('grows with each part of its turn that follows the last', () => {
    const first = afterPart(undefined, 'preview', { turnId: 't', n: 4, text: 'Hel' })
    expect(afterPart(first, 'delta', { turnId: 't', n: 5, text: 'lo' })).toEqual({ turnId: 't', n: 5, text: 'Hello' })
    expect(afterPart(first, 'delta', { turnId: 't', n: 6, text: '!' })).toBeUndefined()
    expect(afterPart(first, 'delta', { turnId: 'u', n: 5, text: '!' })).toBeUndefined()
    expect(afterPart(undefined, 'delta', { turnId: 't', n: 5, text: '!' })).toBeUndefined()
  })

  it('keeps its end, and says that the beginning is missing', () => {
    let text = afterPart(undefined, 'preview', { turnId: 't', n: 0, text: 'The beginning.' })
    for (let n = 1; n <= 3_000; n++) {
      text = afterPart(text, 'delta', { turnId: 't', n, text: `${n}`.padStart(1_000) })
      expect(text?.text.length).toBeLessThanOrEqual(maxUnfinishedText)
    }
    expect(text?.text).toMatch(/^…[ \d]+ 3000$/)
    expect(text?.text.length).toBeGreaterThan(maxUnfinishedText / 2)
  })

  it('is not cut within a character', () => {
    for (const before of ['', '.']) {
      const end = endOf(`${'😀'.repeat(maxUnfinishedText)}${before}`)
      expect(end.isWellFormed()).toBe(true)
      expect(end.slice(0, 3)).toBe('…😀')
    }
  })
})
