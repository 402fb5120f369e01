import { describe, expect, it } from 'vitest'
import { parseInvitations } from './invitation-list.ts'

describe('a list of people to invite', () => {
  it('has one person a line', () => {
    const text =
      'E-mail, Role\n# the core team\nada@x.org\n\n  lin@x.org ; Manager ; Lin ; Sato ; core  \r\nbo@x.org\tguest'
    expect(parseInvitations(text)).toEqual({
      faults: [],
      people: [
        { line: 3, email: 'ada@x.org', role: 'member' },
        { line: 5, email: 'lin@x.org', role: 'manager', firstName: 'Lin', lastName: 'Sato', team: 'core' },
        { line: 6, email: 'bo@x.org', role: 'guest' },
      ],
    })
  })

  it('names each faulty line and its fault', () => {
    const text = [
      'ada@x.org',
      'ada',
      'lin@x.org, king',
      'ADA@x.org',
      'bo@x.org,,,,,,x',
      `${'a'.repeat(300)}@x.org`,
    ].join('\n')
    expect(parseInvitations(text).faults.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6])
  })

  it('has 5,000 people at the most', () => {
    const text = Array.from({ length: 5001 }, (_, index) => `p${index}@x.org`).join('\n')
    expect(parseInvitations(text).faults).toEqual([{ line: 5001, message: expect.stringContaining('too many') }])
  })
})
