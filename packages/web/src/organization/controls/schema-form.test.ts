import { describe, expect, it } from 'vitest'
import { differences, kindOf, labelOf, reapply, valueAt, withValue } from './schema-form.ts'

describe('a form from a schema', () => {
  it('has a field for every kind of setting', () => {
    expect(kindOf({ type: 'boolean' })).toBe('flag')
    expect(kindOf({ type: 'string', enum: ['a'] })).toBe('choice')
    expect(kindOf({ type: 'array', items: { type: 'string' } })).toBe('lines')
    expect(kindOf({ type: 'object', properties: {} })).toBe('group')
    expect(kindOf({ type: 'object' })).toBe('json')
    expect(kindOf({ type: 'array', items: { type: 'object' } })).toBe('json')
  })

  it('names settings as people would', () => {
    expect(labelOf('maxAutonomyLevel')).toBe('Max autonomy level')
    expect(labelOf('mcpPolicy')).toBe('MCP policy')
    expect(labelOf('allowedIps')).toBe('Allowed IPs')
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
