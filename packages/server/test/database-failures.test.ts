import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { ownDatabase } from './own-stores.ts'

const server = sharedTestServer()

describe('what keeps Postgres from working', () => {
  it.each([
    ['58030', 'a disk that fails'],
    ['53100', 'a full disk'],
    ['57P01', 'a shutdown'],
  ])('is reported as unavailable, worth trying again: %s, %s', async (code) => {
    const database = ownDatabase(server(), 1)
    const fail = {
      name: `test.fail_${code}`,
      text: `do $$ begin raise exception 'no' using errcode = '${code}'; end $$`,
    }
    await expect(database.run(fail)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(database.transaction((tx) => tx.run(fail))).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describe('the guard of every test', () => {
  it('refuses a transaction that asks for a second connection, which could wait for itself', async () => {
    const told = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => told.mockRestore())
    const database = ownDatabase(server(), 1)
    const one = { name: 'test.one', text: 'select 1 as one' }
    const askTwice = database.transaction(async (tx) => {
      await tx.get(one)
      return Promise.all([database.get(one)])
    })
    await expect(askTwice).rejects.toMatchObject({ cause: { message: expect.stringContaining('second connection') } })
    expect(told).toHaveBeenCalledOnce()
    expect(await database.transaction((tx) => tx.get(one))).toEqual({ one: 1 })
  })
})
