import type { Endpoint } from '@muster/contract/endpoint'
import * as endpoints from '@muster/contract/endpoints/know/analytics'
import { describe, expect, it } from 'vitest'
import { validate } from '../../http/validate.ts'

const range = { startDate: '2026-03-01', endDate: '2026-03-02' }

function check({ query: schema }: Endpoint, query: object): void {
  validate(schema, query, 'query')
}

describe('the query of an analytics endpoint', () => {
  it.each(['1', '20', '100'])('takes limit %s', (limit) => {
    expect(() => check(endpoints.users, { ...range, limit })).not.toThrow()
  })

  it.each(['', '0', '101', '-1', '1.5', '1e1', ' 5', '020', 'abc', '１', ['1', '2']])('refuses limit %j', (limit) => {
    expect(() => check(endpoints.users, { ...range, limit })).toThrow('limit must be a whole number from 1 to 100')
  })

  it.each(['019c9a10-0b7d-7e3f-8c21-5f6e7d8c9ba0', 'ada@x.test', 'anonymous-1', 'Ada L.', '😀'])(
    'takes cursor %s',
    (cursor) => {
      expect(() => check(endpoints.users, { ...range, cursor })).not.toThrow()
    },
  )

  it.each(['', ' \n', 'x'.repeat(301), ['a', 'b']])('refuses cursor %j', (cursor) => {
    expect(() => check(endpoints.users, { ...range, cursor })).toThrow('cursor must be a user id')
  })

  it.each([{}, { startDate: '2026-03-01' }, { ...range, endDate: 'yesterday' }, { ...range, startDate: ['a', 'b'] }])(
    'refuses %j, which lacks a date',
    (query) => {
      expect(() => check(endpoints.tokens, query)).toThrow(/Date (is required|must be a date such as 2026-03-01)/)
    },
  )

  it('accepts only its own groupings', () => {
    expect(() => check(endpoints.tokens, { ...range, group_by: 'model' })).not.toThrow()
    expect(() => check(endpoints.tokens, { ...range, group_by: 'client' })).toThrow('group_by must be one of model')
    expect(() => check(endpoints.tools, { ...range, group_by: 'tool_name' })).not.toThrow()
    expect(() => check(endpoints.activity, { ...range, group_by: 'client' })).not.toThrow()
  })

  it('ignores unknown parameters', () => {
    expect(() => check(endpoints.productivity, { ...range, group_by: 'model', tz: 'CET' })).not.toThrow()
  })

  it('takes three formats', () => {
    for (const format of ['json', 'csv', 'ndjson']) {
      expect(() => check(endpoints.users, { ...range, format })).not.toThrow()
    }
    expect(() => check(endpoints.users, { ...range, format: 'xml' })).toThrow('format must be one of json, csv, ndjson')
  })
})
