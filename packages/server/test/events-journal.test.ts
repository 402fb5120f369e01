import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, cp, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readJournal } from '../src/events/duckdb/journal.ts'
import { openDuckDbStore } from '../src/events/duckdb/open-duckdb-store.ts'
import type { EventStore } from '../src/events/event-store.ts'
import type { UsageEvent } from '../src/events/usage-event.ts'
import { event as sample } from './events-samples.ts'
import { failure, interposeJournal, type JournalCall } from './journal-calls.ts'

const log = pino({ level: 'silent' })

/** With an id that looks like no other, so that the store need not look whether it has it. */
function event(name = ''): UsageEvent {
  return sample({ id: randomBytes(16).toString('hex'), name })
}

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'muster-journal-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

function journalOf(dataDir: string): string {
  return join(dataDir, 'events.duckdb.journal')
}

async function openStore(dataDir: string): Promise<EventStore> {
  const store = await openDuckDbStore({ dataDir, log })
  onTestFinished(() => store.close())
  return store
}

/** A store with events that are in the table, so that it need not look there when others come. */
async function warmStore() {
  const dataDir = await temporaryDirectory()
  const store = await openStore(dataDir)
  const first = event('first')
  await store.append('acme', [first])
  expect(await store.count()).toBe(1)
  return { dataDir, store, first }
}

async function namesIn(store: EventStore): Promise<string[]> {
  const names: string[] = []
  for await (const { events } of store.export()) names.push(...events.map(({ name }) => name))
  return names
}

/** What a process leaves that is killed now: everything that it wrote, and nothing that it still has to do. */
async function copyOf(dataDir: string): Promise<string> {
  const copy = await temporaryDirectory()
  await cp(dataDir, copy, { recursive: true })
  return copy
}

/** A killed store that has one event in its table and three in its journal; where the record of each of them ends. */
async function killedStore() {
  const { dataDir, store } = await warmStore()
  const ends: number[] = []
  for (const name of ['second', 'third', 'fourth']) {
    await store.append('acme', [event(name)])
    ends.push((await stat(journalOf(dataDir))).size)
  }
  const copy = await copyOf(dataDir)
  return { dataDir: copy, journal: journalOf(copy), ends }
}

async function keptAside(dataDir: string): Promise<Buffer[]> {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith('events.duckdb.journal.cut-'))
  return Promise.all(names.map((name) => readFile(join(dataDir, name))))
}

describe('the journal of a killed process', () => {
  it('is moved to the table when the store is opened', async () => {
    const { dataDir, journal } = await killedStore()
    expect(await namesIn(await openStore(dataDir))).toEqual(['first', 'second', 'third', 'fourth'])
    expect(existsSync(journal)).toBe(false)
    expect(await keptAside(dataDir)).toEqual([])
  })

  it('loses a last record that is not whole, and nothing else', async () => {
    const { dataDir, journal, ends } = await killedStore()
    const [, third = 0, fourth = 0] = ends
    for (const end of [third + 1, third + 8, fourth - 1]) {
      const copy = await copyOf(dataDir)
      await truncate(journalOf(copy), end)
      expect(await namesIn(await openStore(copy))).toEqual(['first', 'second', 'third'])
      expect(await keptAside(copy)).toEqual([(await readFile(journal)).subarray(third, end)])
    }
  })

  it('loses what follows a damaged byte, which is kept aside', async () => {
    const { dataDir, journal, ends } = await killedStore()
    const [second = 0, third = 0] = ends
    for (const position of [second, second + 4, second + 8, third - 1]) {
      const copy = await copyOf(dataDir)
      const bytes = await readFile(journal)
      bytes[position] = (bytes[position] ?? 0) ^ 1
      await writeFile(journalOf(copy), bytes)
      const store = await openStore(copy)
      expect(await namesIn(store)).toEqual(['first', 'second'])
      expect(await keptAside(copy)).toEqual([bytes.subarray(second)])
      await store.append('acme', [event('fifth')])
      expect(await namesIn(store)).toEqual(['first', 'second', 'fifth'])
    }
  })

  it('is kept aside as a whole if its beginning is damaged, and an empty one is not', async () => {
    const { dataDir, journal } = await killedStore()
    const whole = await readFile(journal)
    // With a lower number it would seem to be one that was moved.
    const lower = Buffer.from(whole).fill(0, 8, 9)
    for (const bytes of [Buffer.alloc(5), Buffer.alloc(5_000), whole.subarray(0, 12), lower, Buffer.alloc(0)]) {
      await writeFile(journal, bytes)
      const copy = await copyOf(dataDir)
      expect(await namesIn(await openStore(copy))).toEqual(['first'])
      expect(await keptAside(copy)).toEqual(bytes.length > 0 ? [bytes] : [])
    }
  })

  it('does not take records of an earlier journal behind its end for its own', async () => {
    const { dataDir, store } = await warmStore()
    await store.append('acme', [event('second')])
    await store.append('acme', [event('third')])
    const earlier = await readFile(journalOf(dataDir))
    await store.count()
    await store.append('acme', [event('others')])
    const copy = await copyOf(dataDir)
    const { size } = await stat(journalOf(copy))
    const behind = earlier.subarray(size)
    await appendFile(journalOf(copy), behind)
    expect(await namesIn(await openStore(copy))).toEqual(['first', 'second', 'third', 'others'])
    expect(await keptAside(copy)).toEqual([behind])
  })

  it('counts once if the process is killed when the table has its events and it is not begun anew', async () => {
    const { dataDir, store } = await warmStore()
    const killed: string[] = []
    await interposeJournal(
      () => journalOf(dataDir),
      async (call, proceed) => {
        if (call === 'truncate') killed.push(await copyOf(dataDir))
        return proceed()
      },
    )
    const second = event('second')
    await store.append('acme', [second])
    await store.append('acme', [event('third')])
    expect(await store.count()).toBe(3)
    const [copy = ''] = killed
    expect((await readJournal(journalOf(copy)))?.texts.length).toBe(2)
    const reopened = await openStore(copy)
    expect(await reopened.append('acme', [second])).toMatchObject({ added: 0 })
    expect(await namesIn(reopened)).toEqual(['first', 'second', 'third'])
  })

  it('counts once if a power cut brings it back after it was removed', async () => {
    const { dataDir, journal } = await killedStore()
    const bytes = await readFile(journal)
    const store = await openStore(dataDir)
    const copy = await copyOf(dataDir)
    expect(existsSync(journalOf(copy))).toBe(false)
    await writeFile(journalOf(copy), bytes)
    expect(await namesIn(await openStore(copy))).toEqual(['first', 'second', 'third', 'fourth'])
    await store.close()
  })
})

describe('a journal that cannot be written', () => {
  type Rule = (call: JournalCall) => 'EIO' | 'ENOSPC' | undefined
  let rule: Rule = () => undefined

  async function failingStore() {
    const warm = await warmStore()
    rule = () => undefined
    await interposeJournal(
      () => journalOf(warm.dataDir),
      async (call, proceed) => {
        const code = rule(call)
        if (code === undefined) return proceed()
        // A full disk takes the first bytes. A flush that fails may well have written everything.
        if (call === 'write') await appendFile(journalOf(warm.dataDir), randomBytes(20))
        throw failure(code)
      },
    )
    return warm
  }

  it('takes nothing while the disk is full, still answers, and goes on when there is room', async () => {
    const { dataDir, store } = await failingStore()
    const [second, third] = [event('second'), event('third')]
    await store.append('acme', [second])
    const { size } = await stat(journalOf(dataDir))
    rule = (call) => (call === 'write' ? 'ENOSPC' : undefined)
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(store.append('acme', [third])).rejects.toMatchObject({ code: 'unavailable' })
      expect((await stat(journalOf(dataDir))).size).toBe(attempt === 0 ? size : 0)
      expect(await store.count()).toBe(2)
    }
    rule = () => undefined
    expect(await store.append('acme', [third])).toMatchObject({ added: 1 })
    expect(await namesIn(await openStore(await copyOf(dataDir)))).toEqual(['first', 'second', 'third'])
    expect(await namesIn(store)).toEqual(['first', 'second', 'third'])
  })

  it('counts an event once whose flush failed and that comes again', async () => {
    const { dataDir, store } = await failingStore()
    await store.append('acme', [event('second')])
    const third = event('third')
    let left = 1
    rule = (call) => (call === 'datasync' && left-- > 0 ? 'EIO' : undefined)
    await expect(store.append('acme', [third])).rejects.toMatchObject({ code: 'unavailable' })
    await store.append('acme', [third])
    await store.append('acme', [event('fourth')])
    const copy = await copyOf(dataDir)
    expect(await namesIn(store)).toEqual(['first', 'second', 'third', 'fourth'])
    expect(await namesIn(await openStore(copy))).toEqual(['first', 'second', 'third', 'fourth'])
  })

  it('keeps what was acknowledged while every flush fails, and takes more when they succeed', async () => {
    const { dataDir, store } = await failingStore()
    await store.append('acme', [event('second')])
    rule = (call) => (call === 'datasync' ? 'EIO' : undefined)
    const third = event('third')
    for (let attempt = 0; attempt < 3; attempt++) {
      // From the second attempt on it is there, because the journal was read anew.
      const outcome = await store.append('acme', [third]).catch(({ code }) => code)
      if (attempt === 0) expect(outcome).toBe('unavailable')
      expect(await namesIn(store)).toEqual(['first', 'second', 'third'])
    }
    await expect(store.append('acme', [event('lost')])).rejects.toMatchObject({ code: 'unavailable' })
    await rm(journalOf(dataDir))
    rule = () => undefined
    await store.append('acme', [event('fourth')])
    expect(await namesIn(store)).toEqual(['first', 'second', 'third', 'fourth'])
  })

  it('is opened anew if even a part of a text cannot be cut off, or it cannot be begun anew', async () => {
    const { store } = await failingStore()
    await store.append('acme', [event('second')])
    const third = event('third')
    rule = (call) => (call === 'datasync' ? undefined : 'EIO')
    await expect(store.append('acme', [third])).rejects.toMatchObject({ code: 'unavailable' })
    rule = () => undefined
    expect(await store.append('acme', [third])).toMatchObject({ added: 1 })
    rule = (call) => (call === 'truncate' ? 'EIO' : undefined)
    await expect(store.count()).rejects.toMatchObject({ code: 'unavailable' })
    expect(await namesIn(store)).toEqual(['first', 'second', 'third'])
  })

  it('is left as it is by a close that cannot move it, and moved by the next opening', async () => {
    const { dataDir, store } = await failingStore()
    await store.append('acme', [event('second')])
    rule = (call) => (call === 'datasync' ? 'EIO' : undefined)
    await expect(store.append('acme', [event('third')])).rejects.toMatchObject({ code: 'unavailable' })
    await store.close()
    expect(existsSync(journalOf(dataDir))).toBe(true)
    expect(await namesIn(await openStore(dataDir))).toEqual(['first', 'second', 'third'])
  })
})
