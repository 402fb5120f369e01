import { describe, expect, it } from 'vitest'
import { foldName, mergeSpellings } from './mcp-servers.ts'

describe('foldName', () => {
  it.each([
    ['GitHub', ' github\t'],
    ['ＧｉｔＨｕｂ', 'github'],
    ['Straße', 'STRASSE'],
    ['Straße', 'STRAẞE'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
    ['café', 'CAFE\u0301'],
    ['ﬁles', 'FILES'],
    ['Å', '\u212b'],
  ])('treats %j and %j as one', (a, b) => {
    expect(foldName(a)).toBe(foldName(b))
  })

  it.each([
    ['ılk', 'ilk'],
    ['İlk', 'ilk'],
    ['git-hub', 'github'],
    ['cafe', 'café'],
    ['git hub', 'github'],
  ])('treats %j and %j as two', (a, b) => {
    expect(foldName(a)).not.toBe(foldName(b))
  })
})

describe('mergeSpellings', () => {
  it('shows the spelling of most calls, with all of them together', () => {
    expect(mergeSpellings(new Map(Object.entries({ github: 2, GitHub: 3, GITHUB: 1, jira: 4 })))).toEqual(
      new Map(Object.entries({ GitHub: 6, jira: 4 })),
    )
  })

  it('shows the first in byte order of spellings that are equally frequent', () => {
    expect([
      ...mergeSpellings(
        new Map([
          ['jira', 2],
          ['Jira', 2],
          ['JIRA', 1],
        ]),
      ).keys(),
    ]).toEqual(['Jira'])
  })
})
