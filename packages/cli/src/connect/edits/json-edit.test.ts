import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonEdit, parseSettings } from './json-edit.ts'

const edit = jsonEdit('settings.json', { env: { A: '1', B: 'two' }, telemetry: { enabled: true } })
const read = (text: string) => parseSettings(text, 'settings.json')

/** What JSON can express: no negative zero, and no key with a special meaning in JavaScript. */
const settings = fc
  .dictionary(
    fc.oneof(fc.constantFrom('env', 'telemetry', 'other'), fc.string()),
    fc.dictionary(fc.constantFrom('A', 'B', 'C', 'enabled'), fc.jsonValue({ maxDepth: 2 })),
  )
  .map((value) => JSON.stringify(value))
  .filter((text) => !text.includes('__proto__'))
  .map((text): Record<string, Record<string, unknown>> => JSON.parse(text))
const indent = fc.constantFrom('\t', 0, 2, 4)

describe('a change of a JSON file', () => {
  it('sets the given values, leaves the rest, and changes nothing the second time', () => {
    fc.assert(
      fc.property(settings, indent, (before, space) => {
        const text = edit.apply(JSON.stringify(before, null, space))
        expect(read(text)).toEqual({
          ...before,
          env: { ...before.env, A: '1', B: 'two' },
          telemetry: { ...before.telemetry, enabled: true },
        })
        expect(edit.apply(text)).toBe(text)
      }),
    )
  })

  it('restores the earlier values, and keeps later changes', () => {
    fc.assert(
      fc.property(settings, indent, (before, space) => {
        const old = JSON.stringify(before, null, space)
        const later = jsonEdit('settings.json', { later: { x: 1 } }).apply(edit.apply(old))
        const { later: added, ...rest } = read(edit.revert(later, old) ?? '{}')
        expect(added).toEqual({ ...before.later, x: 1 })
        const { later: _, ...others } = before
        expect(rest).toEqual(others)
      }),
    )
  })

  it('creates a missing file, and removes it again', () => {
    const text = edit.apply(undefined)
    expect(text).toBe(
      '{\n  "env": {\n    "A": "1",\n    "B": "two"\n  },\n  "telemetry": {\n    "enabled": true\n  }\n}\n',
    )
    expect(edit.revert(text, undefined)).toBeUndefined()
  })

  it('keeps comments and line ends', () => {
    const text = edit.apply('{\r\n  // why\r\n  "env": {\r\n    "C": 1 // this\r\n  }\r\n}\r\n')
    expect(text).toContain('// why\r\n')
    expect(text).toContain('"C": 1')
    expect(text).toContain('// this')
    expect(text.replaceAll('\r\n', '')).not.toContain('\n')
  })

  it.each(['{ "env": ', '[]', '5', '{ "env": [] }', '{ "telemetry": null }'])('refuses %j', (text) => {
    expect(() => edit.apply(text)).toThrow(/settings\.json .+ Nothing was changed\.$/)
  })
})
