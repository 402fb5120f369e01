import pg from 'pg'
import { expect, it } from 'vitest'
import { translated } from './faults.ts'

function answer(code: string, severity = 'ERROR', message = 'could not extend file'): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(message, 1, 'error'), { code, severity })
}

it('reports that the disk is full, and that the database is away', () => {
  expect(translated(answer('53100'))).toMatchObject({ status: 503, message: expect.stringContaining('disk') })
  expect(translated(answer('57P01'))).toMatchObject({ status: 503, message: expect.stringContaining('reached') })
  expect(translated(new Error('Query read timeout'))).toMatchObject({ status: 503 })
})

it('treats a read-only disk and a server that gives up as a database that is away', () => {
  const readOnly = 'could not write to log file: Read-only file system'
  for (const severity of ['ERROR', 'PANIC'])
    expect(translated(answer('42501', severity, readOnly))).toMatchObject({ status: 503 })
  expect(translated(answer('XX000', 'FATAL'))).toMatchObject({ status: 503 })
})

it('does not change our own faults', () => {
  for (const fault of [answer('42601'), answer('42501'), new TypeError('undefined is not a function')])
    expect(translated(fault)).toBe(fault)
})
