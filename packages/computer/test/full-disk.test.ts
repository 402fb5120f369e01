import { randomUUIDv7 } from 'node:crypto'
import { mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { mayMount, smallDisk } from '../../../test/small-disk.ts'
import { AppendLog } from '../src/log/append-log.ts'
import { logPath } from '../src/log/sessions-on-disk.ts'
import { placeIn } from '../src/place/place.ts'
import { FakeRelay } from './fake-relay.ts'
import { startDaemon, temporaryHome } from './start-daemon.ts'

const canMount = await mayMount()

/** Takes all room that is left. */
function fill(directory: string): { free(): void } {
  const file = join(directory, 'filler')
  try {
    for (;;) writeFileSync(file, Buffer.alloc(4096), { flag: 'a' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
  return { free: () => rmSync(file) }
}

it.skipIf(!canMount)('makes records wait while the disk is full, and loses nothing', async () => {
  const { directory } = await smallDisk('64k')
  const path = join(directory, 'log.jsonl')
  const faults: string[] = []
  const { log } = await AppendLog.open<{ text: string }>(path, ({ message }) => faults.push(message))
  await log.append({ text: 'before' })
  const filler = fill(directory)
  const long = 'x'.repeat(10_000)
  const written = log.append({ text: long })
  await expect.poll(() => faults).toEqual([expect.stringContaining('ENOSPC')])
  const after = log.append({ text: 'after' })
  filler.free()
  await Promise.all([written, after])
  await log.close()
  const { log: again, records } = await AppendLog.open<{ text: string }>(path)
  expect(records).toEqual(['before', long, 'after'].map((text) => ({ text })))
  await again.close()
})

it.skipIf(!canMount)('takes a message when there is room again, and can be stopped while there is none', async () => {
  const { directory: home } = await smallDisk('256k')
  const relay = await FakeRelay.start()
  const { daemon, said } = await startDaemon(relay, { ...temporaryHome(), home, place: placeIn(home) })
  const filler = fill(home)
  const turnId = relay.prompt(randomUUIDv7(), 'say Hello.')
  await expect.poll(() => said.join()).toContain('cannot be written down (ENOSPC')
  filler.free()
  expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({ outcome: 'completed' })
  fill(home)
  relay.prompt(randomUUIDv7(), 'say Never.')
  await expect.poll(() => said.filter((line) => line.includes('ENOSPC')).length).toBe(2)
  await daemon.stop(0)
})

it('asks again for a message that it could not take', async () => {
  const relay = await FakeRelay.start()
  const home = temporaryHome()
  await startDaemon(relay, home)
  const sessionId = randomUUIDv7()
  const path = logPath(home.place, sessionId)
  mkdirSync(path, { recursive: true })
  const turnId = relay.prompt(sessionId, 'say Hello.')
  await relay.until(() => relay.hellos.length === 2)
  rmdirSync(path)
  mkdirSync(dirname(path), { recursive: true })
  relay.prompt(sessionId, 'say Hello.', {}, turnId)
  expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({ outcome: 'completed' })
})
