import pg from 'pg'
import { expect, it } from 'vitest'
import { translated } from './faults.ts'

function answer(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('could not extend file', 1, 'error'), { code })
}

it('tells callers that the disk is full, and that the database is away', () => {
  expect(translated(answer('53100'))).toMatchObject({ status: 503, message: expect.stringContaining('disk') })
  expect(translated(answer('57P01'))).toMatchObject({ status: 503, message: expect.stringContaining('reached') })
  expect(translated(new Error('Query read timeout'))).toMatchObject({ status: 503 })
})

it('leaves faults of ours alone', () => {
  for (const fault of [answer('42601'), new TypeError('undefined is not a function')])
    expect(translated(fault)).toBe(fault)
})
