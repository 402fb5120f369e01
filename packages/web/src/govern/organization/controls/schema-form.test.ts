import { ControlSettings } from '@muster/contract/controls'
import { describe, expect, it } from 'vitest'
import { differences, type FormSchema, kindOf, reapply, titlesOf, valueAt, withValue } from './schema-form.ts'

describe('a form from a schema', () => {
  it('has a field for every kind of setting', () => {
    expect(kindOf({ type: 'boolean' })).toBe('flag')
    expect(kindOf({ type: 'string', enum: ['a'] })).toBe('choice')
    expect(kindOf({ type: 'array', items: { type: 'string' } })).toBe('lines')
    expect(kindOf({ type: 'object', properties: {} })).toBe('group')
    expect(kindOf({ type: 'object' })).toBe('json')
    expect(kindOf({ type: 'array', items: { type: 'object' } })).toBe('json')
  })

  it('calls settings by their titles, and keys of a map as they are', () => {
    const schema = ControlSettings as FormSchema
    expect(titlesOf(schema, ['modelPolicy', 'isFastModelsAllowed'])).toEqual(['Models', 'Fast variants'])
    expect(titlesOf(schema, ['modelMultipliers', 'atlas-5'])).toEqual(['Credits for a token', 'atlas-5'])
  })

  it('finds a title for every setting of the contract, and a sentence for every one that is no group', () => {
    const look = (schema: FormSchema, path: string): string[] =>
      Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
        const isSaid = inner.title && (inner.description || inner.properties)
        return [...(isSaid ? [] : [`${path}${name}`]), ...look(inner, `${path}${name}.`)]
      })
    expect(look(ControlSettings as FormSchema, '')).toEqual([])
  })
})

describe('changes of settings', () => {
  it('are made at their place, and leave no empty groups behind', () => {
    const made = withValue({ a: 1 }, ['sandbox', 'network', 'httpProxyPort'], 8080)
    expect(made).toEqual({ a: 1, sandbox: { network: { httpProxyPort: 8080 } } })
    expect(valueAt(made, ['sandbox', 'network', 'httpProxyPort'])).toBe(8080)
    expect(withValue(made, ['sandbox', 'network', 'httpProxyPort'], undefined)).toEqual({ a: 1 })
  })

  it('are told one by one', () => {
    const found = differences({ a: 1, b: { c: true, d: [1] } }, { b: { c: false, d: [1] }, e: 'x' })
    expect(found).toEqual([
      { path: ['a'], from: 1, to: undefined },
      { path: ['b', 'c'], from: true, to: false },
      { path: ['e'], from: undefined, to: 'x' },
    ])
  })

  it('are put on top of what somebody else has saved', () => {
    const own = differences({ a: 1, b: { c: 1 } }, { b: { c: 2 } })
    expect(reapply(own, { a: 1, b: { c: 1, d: 9 }, z: true })).toEqual({ b: { c: 2, d: 9 }, z: true })
  })
})
