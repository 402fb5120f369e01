import { describe, expect, it } from 'vitest'
import { queryJson } from './query-json.ts'

const value = { sessions: [{ id: 'a', 'my title': 'A' }, { id: 'b' }], count: 2 }

describe('queryJson', () => {
  it.each([
    ['.', [value]],
    ['.count', [2]],
    ['.sessions[].id', ['a', 'b']],
    ['.sessions[0]["my title"]', ['A']],
    ['.sessions.[-1].id', ['b']],
    ['.sessions[] | .id', ['a', 'b']],
    ['.sessions | length', [2]],
    ['keys', [['sessions', 'count']]],
    ['.nothing.there', [null]],
    ['.count[]', []],
  ])('reads %s', (query, expected) => {
    expect(queryJson(query)(value)).toEqual(expected)
  })

  it.each(['sessions', '.a b', 'select(.id)', '.a | map(.b)', '', '.["a"'])('refuses %j', (query) => {
    expect(() => queryJson(query)).toThrow(/--jq/)
  })
})
