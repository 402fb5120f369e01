import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileMatcher } from './matcher.ts'

describe('compileMatcher', () => {
  it('agrees with a whole match of the regular expression, whichever way it takes', () => {
    const piece = fc.constantFrom(
      'Bash',
      'Edit',
      'mcp__',
      '.*',
      '.',
      '|',
      '(',
      ')',
      '[a-z]+',
      'a',
      '\\w',
      '?',
      '^',
      '$',
      '-',
    )
    const name = fc.oneof(
      fc.constantFrom('Bash', 'Edit', 'mcp__x', 'BashEdit', '', 'a', 'a-a'),
      fc.string({ unit: fc.constantFrom('a', 'B', '_', '-', '.', '|'), maxLength: 6 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 5 }), name, (pieces, tool) => {
        const text = pieces.join('')
        const matcher = compileMatcher(text)
        let regex: RegExp | undefined
        try {
          new RegExp(text)
          regex = new RegExp(`^(?:${text})$`)
        } catch {
          // Told below.
        }
        expect([text, matcher.fault === undefined]).toEqual([text, regex !== undefined])
        expect([text, tool, matcher.test(tool)]).toEqual([text, tool, regex?.test(tool) ?? false])
      }),
      { numRuns: 2000 },
    )
  })

  it('gives up on a pattern that would take for ever, reports it, and remembers that', () => {
    const slow: string[] = []
    const matcher = compileMatcher('(\\w+)+!', (name) => slow.push(name))
    const name = 'a'.repeat(50)
    expect(matcher.test(name)).toBe('slow')
    expect(matcher.test(name)).toBe('slow')
    expect(slow).toEqual([name])
    expect(matcher.test('abc!')).toBe(true)
  })
  it.each(['B.*', 'B.*|Edit', '(?!Edit).*', 'Bash|Edit'])('decides for a name of any length with %s', (text) => {
    const regex = new RegExp(`^(?:${text})$`)
    for (const name of [`B${'x'.repeat(5000)}`, 'x'.repeat(5000)]) {
      expect(compileMatcher(text).test(name)).toBe(regex.test(name))
    }
  })
})
