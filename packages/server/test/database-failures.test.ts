import pino from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectDatabase } from '../src/database/database.ts'
import { sharedTestServer } from '../src/testing/test-server.ts'

const server = sharedTestServer()

describe('what keeps Postgres from working', () => {
  it.each([
    ['58030', 'a disk that fails'],
    ['53100', 'a full disk'],
    ['57P01', 'a shutdown'],
  ])('is reported as unavailable, worth trying again: %s, %s', async (code) => {
    const connection = { connectionString: server().databaseUrl }
    const database = connectDatabase({ connection, maxConnections: 1, log: pino({ level: 'silent' }) })
    onTestFinished(() => database.close())
    const fail = {
      name: `test.fail_${code}`,
      text: `do $$ begin raise exception 'no' using errcode = '${code}'; end $$`,
    }
    await expect(database.run(fail)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(database.transaction((tx) => tx.run(fail))).rejects.toMatchObject({ code: 'unavailable' })
  })
})
