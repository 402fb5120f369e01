import { describe, expect, it } from 'vitest'
import { query } from '../src/ground/database/query.ts'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { ownDatabase } from './own-stores.ts'

const server = sharedTestServer()
const insert = query('test.insert', 'insert into transactions_test (id) values ($1)')
const list = query<{ id: number }>('test.list', 'select id from transactions_test order by id')

async function newDatabase() {
  const database = ownDatabase(server(), 1)
  await database.script('drop table if exists transactions_test; create table transactions_test (id int primary key)')
  return database
}

describe('a statement that a transaction sends without waiting for it', () => {
  it('is part of the transaction, in its order', async () => {
    const database = await newDatabase()
    const seen = await database.transaction(async (tx) => {
      tx.send(insert, [1])
      tx.send(insert, [2])
      return tx.many(list)
    })
    expect(seen).toEqual([{ id: 1 }, { id: 2 }])
    expect(await database.many(list)).toEqual([{ id: 1 }, { id: 2 }])
  })

  it('fails the whole transaction with its own error, although the commit was sent with it', async () => {
    const database = await newDatabase()
    const told: string[] = []
    const change = database.transaction(async (tx) => {
      tx.afterCommit(() => told.push('committed'))
      await tx.run(insert, [1])
      tx.send(insert, [1])
      tx.send(insert, [2])
    })
    await expect(change).rejects.toMatchObject({ code: '23505' })
    expect(told).toEqual([])
    expect(await database.many(list)).toEqual([])
    expect(await database.transaction(async (tx) => tx.run(insert, [3]))).toBe(1)
  })

  it('is undone when the work fails after it', async () => {
    const database = await newDatabase()
    const change = database.transaction(async (tx) => {
      tx.send(insert, [1])
      throw new Error('changed my mind')
    })
    await expect(change).rejects.toThrow('changed my mind')
    expect(await database.many(list)).toEqual([])
  })
})
