import { describe, expect, it } from 'vitest'
import { entityTagsIn, isKnown } from './entity-tag.ts'

describe('entityTagsIn', () => {
  it.each([
    ['*', '*'],
    [' * ', '*'],
    ['"3"', ['3']],
    ['W/"3"', ['3']],
    ['3', ['3']],
    ['"3", W/"a,b" ,4', ['3', 'a,b', '4']],
    [', "3",,', ['3']],
    ['""', ['']],
    ['', []],
    ['"3', undefined],
    ['3 4', undefined],
    ['"3" "4"', undefined],
    ['w/"3"', undefined],
    ['*, "3"', undefined],
  ])('reads %j', (header, expected) => {
    expect(entityTagsIn(header)).toEqual(expected)
  })
})

describe('isKnown', () => {
  it('compares weakly, in lists too', () => {
    expect(isKnown('"7"', 'W/"7"')).toBe(true)
    expect(isKnown('W/"7"', '"7"')).toBe(true)
    expect(isKnown('"6", W/"7"', '"7"')).toBe(true)
    expect(isKnown('*', '"7"')).toBe(true)
    expect(isKnown('"6"', '"7"')).toBe(false)
    expect(isKnown('"7', '"7"')).toBe(false)
    expect(isKnown(undefined, '"7"')).toBe(false)
  })
})
