import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { createOpenDays } from '../src/ingest/writing/open-days.ts'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'
import { ownDatabase } from './own-stores.ts'

const today = '2026-03-20'
const server = sharedTestServer({ MUSTER_NOW: `${today}T12:00:00Z`, MUSTER_RATE_LIMIT: '0' })
const days = new Set([today])

/** Open days of an organization of its own, on a clock that can be set. */
function newOpenDays() {
  const log = pino({ level: 'silent' })
  const database = ownDatabase(server(), 4)
  const clock = { ms: Date.parse(`${today}T12:00:00Z`), now: () => clock.ms }
  const organizationId = randomUUID()
  const ask = async (table: string, column: string) => {
    const text = `select ${column} as value from ${table} where organization_id = $1`
    return (await rowsOf(server().databaseUrl, text, [organizationId])).map(({ value }) => Number(value))
  }
  return {
    openDays: createOpenDays({ database, clock, log }),
    another: () => createOpenDays({ database, clock, log }),
    organizationId,
    clock,
    generations: () => ask('analytics_days', 'generation'),
    isOpen: async () => (await ask('open_days', '1')).length === 1,
  }
}

const stored = async () => ({ added: 1, result: 'stored' })

describe('a day that is not over', () => {
  it('is known to be open before its first event is stored, and raised when somebody asks', async () => {
    const { openDays, organizationId, generations, isOpen } = newOpenDays()
    await openDays.whileOpen(organizationId, days, async () => {
      expect(await isOpen()).toBe(true)
      return stored()
    })
    await openDays.settle()
    expect(await generations()).toEqual([1])
    await openDays.settle()
    expect(await generations()).toEqual([1])
  })

  it('is raised even if storing failed, because some events may be stored', async () => {
    const { openDays, organizationId, generations } = newOpenDays()
    const failing = openDays.whileOpen(organizationId, days, () => Promise.reject(new Error('The disk is full.')))
    await expect(failing).rejects.toThrow('The disk is full.')
    await openDays.settle()
    expect(await generations()).toEqual([1])
  })

  it('is closed once it is over, and when the service ends', async () => {
    const { openDays, organizationId, clock, isOpen } = newOpenDays()
    await openDays.whileOpen(organizationId, days, stored)
    clock.ms += 24 * 60 * 60 * 1000
    await openDays.settle()
    expect(await isOpen()).toBe(false)
    clock.ms -= 24 * 60 * 60 * 1000
    await openDays.whileOpen(organizationId, days, stored)
    expect(await isOpen()).toBe(true)
    await openDays.close()
    expect(await isOpen()).toBe(false)
  })

  it('stays open past midnight while events are being stored', async () => {
    const { openDays, organizationId, clock, generations, isOpen } = newOpenDays()
    await openDays.whileOpen(organizationId, days, async () => {
      clock.ms += 24 * 60 * 60 * 1000
      await openDays.settle()
      expect([await isOpen(), await generations()]).toEqual([true, []])
      return stored()
    })
    await openDays.settle()
    expect([await isOpen(), await generations()]).toEqual([false, [1]])
  })

  it('is raised by the next service if the one before died', async () => {
    const { openDays, another, organizationId, generations, isOpen } = newOpenDays()
    await openDays.whileOpen(organizationId, days, () => another().raiseLeft().then(stored))
    expect([await generations(), await isOpen()]).toEqual([[1], false])
  })
})
