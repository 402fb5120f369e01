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

  it.each([
    ['.a | map(.b)', '--jq cannot read "map(.b)" in ".a | map(.b)".'],
    ['title', '--jq cannot read "title".'],
    ['.a |', '--jq lacks a path beside | in ".a |".'],
    [' ', '--jq needs a path.'],
  ])('says of %j what it cannot read, and where the rest of jq is', (query, message) => {
    expect(() => queryJson(query)).toThrow(expect.objectContaining({ message, hint: expect.stringContaining('pipe') }))
  })
})
