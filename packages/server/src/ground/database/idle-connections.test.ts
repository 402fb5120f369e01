import pino from 'pino'
import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { connectDatabase } from './database.ts'
import type { Query } from './query.ts'

const one: Query = { name: 'test.one', text: 'select 1' }

it('ends connections that only a busy moment needed, ten seconds later', async () => {
  const connection = { host: inject('postgresHost'), user: 'muster', database: 'postgres' }
  const database = connectDatabase({ connection, maxConnections: 8, log: pino({ level: 'silent' }) })
  onTestFinished(() => database.close())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await Promise.all(Array.from({ length: 8 }, () => database.transaction((tx) => tx.many(one))))
  expect(database.connections()).toMatchObject({ idle: 8 })
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
  expect(database.connections().idle).toBeLessThan(3)
  expect(await database.many(one)).toHaveLength(1)
})
