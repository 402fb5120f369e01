import { UserRow } from '@muster/contract/analytics'
import { describe, expect, it } from 'vitest'
import { fillRow } from './fill-row.ts'
import { rowSchemas } from './row-schemas.ts'
import { zeroRows } from './zero-rows.ts'

const zero = zeroRows('2026-03-01')

describe('a row of an earlier version', () => {
  it.each([...Object.entries(rowSchemas), ['users', UserRow] as const])('has every field of %s', (_, schema) => {
    const { required = [] } = schema as { required?: readonly string[] }
    expect(required).not.toEqual([])
    expect(Object.keys(fillRow(schema, {}) as object).toSorted()).toEqual([...required].toSorted())
  })

  it('keeps what it has, also inside of its lists', () => {
    const { output_tokens, by_user, ...rest } = zero.tokens
    const row = { ...rest, by_model: [{ model_id: 'm', billable_tokens: 7 }] }
    const filled = fillRow(rowSchemas.tokens, row) as typeof zero.tokens
    expect([filled.output_tokens, filled.by_user]).toEqual([output_tokens, by_user])
    expect(filled.by_model[0]).toMatchObject({ model_id: 'm', billable_tokens: 7, input_tokens: 0 })
  })

  it('says null where nobody reported anything, not 0', () => {
    const { lines_added, ...rest } = zero.work
    expect(fillRow(rowSchemas.work, rest)).toEqual({ ...rest, lines_added: null })
  })

  it('is the same if nothing is missing', () => {
    for (const kind of ['tokens', 'tools', 'activity', 'productivity', 'costs', 'work'] as const) {
      expect(fillRow(rowSchemas[kind], zero[kind])).toEqual(zero[kind])
    }
  })
})
