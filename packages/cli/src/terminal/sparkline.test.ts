import { describe, expect, it } from 'vitest'
import { sparkline } from './sparkline.ts'

describe('sparkline', () => {
  it('draws each value beside the largest, and adds up where there is no room', () => {
    expect(sparkline([0, 1, 2, 4, 8], 10)).toBe('▁▂▃▅█')
    expect(sparkline([1, 1, 2, 2, 4, 4], 3)).toBe('▃▅█')
    expect(sparkline([0, 0], 5)).toBe('▁▁')
    expect(sparkline([], 5)).toBe('')
  })
})
