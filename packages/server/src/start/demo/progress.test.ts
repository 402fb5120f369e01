import { describe, expect, it } from 'vitest'
import { createProgress } from './progress.ts'

const extent = { people: 120, days: 8, from: '2026-01-14', through: '2026-01-21' }

const stages = [
  ['Sessions', 'changes'],
  ['Usage', 'events'],
] as const

function show(isTTY: boolean): string {
  let text = ''
  const progress = createProgress({
    isTTY,
    write: (more) => {
      text += more
    },
  })
  progress.begin(extent)
  for (const [name, unit] of stages) {
    progress.stage({ name, unit, days: extent.days })
    for (let done = 1; done <= extent.days; done++) progress.reach(`2026-01-${13 + done}`, done, done * 1000)
  }
  progress.end()
  return text
}

describe('the progress of the demonstration', () => {
  it('is a bar that fills one line of a terminal, for every stage', () => {
    const lines = show(true).split('\n')
    expect(lines).toHaveLength(6)
    expect([lines[1], lines[3]]).toEqual(['  Sessions', '  Usage'])
    const states = (lines[4] ?? '').split('\r\x1b[K')
    expect(states.at(1)).toMatch(/^ {2}░{30} {3}0 % {2}$/)
    expect(states.at(-1)).toBe(`  ${'█'.repeat(30)} 100 %  2026-01-21  8,000 events`)
  })

  it('is a line for every quarter elsewhere', () => {
    expect(show(false)).toBe(`Loading the demonstration: 120 people, 8 days from 2026-01-14 to 2026-01-21.
  Sessions
  25 %  2026-01-15  2,000 changes
  50 %  2026-01-17  4,000 changes
  75 %  2026-01-19  6,000 changes
  100 %  2026-01-21  8,000 changes
  Usage
  25 %  2026-01-15  2,000 events
  50 %  2026-01-17  4,000 events
  75 %  2026-01-19  6,000 events
  100 %  2026-01-21  8,000 events
`)
  })
})
