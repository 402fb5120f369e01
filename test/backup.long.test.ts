import { copyFile, mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@muster/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AtEnd, launch, type RunningServer, startServer, temporaryDataDir } from './running-server.ts'
import {
  answersOf,
  commitsOf,
  commitsSoFar,
  createOnce,
  endServer,
  eventsOf,
  fillInstallation,
  type Installation,
  runCommand,
  sameForBoth,
  sendMetrics,
} from './whole-installation.ts'

type Environment = Record<string, string>

const command = (...args: string[]) => [process.execPath, 'packages/server/src/main.ts', ...args]

const ends: (() => void | Promise<void>)[] = []

/** Made once for all tests, none of which changes it. */
let made: Awaited<ReturnType<typeof makeBackup>>

beforeAll(async () => {
  made = await makeBackup({}, (end) => void ends.push(end))
})

afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

/** A backup that was made while the service ran, of something of everything; and what that service answered. */
async function makeBackup(more: Environment = {}, atEnd?: AtEnd) {
  const environment = { ...sameForBoth, ...more, MUSTER_DATA_DIR: await temporaryDataDir(atEnd) }
  const server = await startServer(environment, undefined, atEnd)
  const installation = await fillInstallation(server)
  const file = join(await temporaryDataDir(atEnd), 'muster.backup')
  const ended = launch(environment, command('backup', file), atEnd)
  expect([await ended.ended, ended.errors()]).toEqual([0, ''])
  expect(ended.output()).toContain('Backing up the running service')
  expect((await stat(join(environment.MUSTER_DATA_DIR, 'control.sock'))).mode & 0o777).toBe(0o600)
  const kept = await createOnce(server, installation)
  const before = await answersOf(server, installation)
  await endServer(server)
  return { environment, installation, file, kept, before }
}

async function expectGoesOn(copy: RunningServer, installation: Installation) {
  for (const key of Object.values(installation.keys)) {
    const client = createClient({ baseUrl: copy.address, apiKey: key, retries: 0 })
    expect(await client.organization.me()).toMatchObject({ user: { email: expect.any(String) } })
  }
  // The key that signs tokens is encrypted, like the answer that is kept for `createOnce`.
  const byToken = createClient({ baseUrl: copy.address, apiKey: installation.token, retries: 0 })
  await byToken.organization.me()
  const receipt = await copy.owner.telemetry.events({ events: eventsOf(2990, 20) })
  expect(receipt).toMatchObject({ accepted: 10, duplicates: 10 })
  expect(await commitsOf(copy.owner)).toBe(5)
  await sendMetrics(copy, commitsSoFar(7, 2))
  expect(await commitsOf(copy.owner)).toBe(7)
  const { sessionId = '' } = installation.params
  await copy.owner.messages.post({ sessionId, text: 'and on' })
  expect(await copy.owner.sessions.get({ sessionId })).toMatchObject({ messageCount: 3 })
}

describe('npm start -- backup FILE', () => {
  it('and restore FILE give a copy that answers the same, byte for byte, and goes on', async () => {
    const { environment, installation, file, kept, before } = made
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(kept.status).toBe(201)
    expect(Object.keys(before).length).toBeGreaterThan(20)
    for (const [id, answer] of Object.entries(before)) expect([id, answer.slice(0, 3)]).toEqual([id, '200'])

    const target = { ...environment, MUSTER_DATA_DIR: join(await temporaryDataDir(), 'new') }
    const restored = await runCommand(target, 'restore', file)
    expect(restored).toMatchObject({ code: 0, errors: '', output: expect.stringContaining('Start it: npm start') })
    const copy = await startServer(target)
    expect(await answersOf(copy, installation)).toEqual(before)
    expect(await createOnce(copy, installation)).toEqual(kept)
    await expectGoesOn(copy, installation)
    await endServer(copy)
  })

  it('of a stopped service holds the same as of a running one', async () => {
    const { environment, installation, file, before } = made
    const stopped = `${file}.stopped`
    const again = await runCommand(environment, 'backup', stopped)
    expect(again).toMatchObject({ code: 0, errors: '', output: expect.stringContaining('Backing up to') })
    const target = { ...environment, MUSTER_DATA_DIR: await temporaryDataDir() }
    expect(await runCommand(target, 'restore', stopped)).toMatchObject({ code: 0, errors: '' })
    const copy = await startServer(target)
    expect(await answersOf(copy, installation)).toEqual(before)
    await endServer(copy)
  })

  it('does not overwrite a file, and leaves nothing behind when it fails', async () => {
    const directory = await temporaryDataDir()
    const file = join(directory, 'kept')
    await writeFile(file, 'mine')
    const environment = { MUSTER_DATA_DIR: join(directory, 'none') }
    expect(await runCommand(environment, 'backup', file)).toMatchObject({
      code: 1,
      errors: `${file} exists already: choose another name.\n`,
    })
    expect(await runCommand(environment, 'backup', join(directory, 'no/where'))).toMatchObject({
      code: 1,
      errors: expect.stringContaining('make it first'),
    })
    expect(await runCommand(environment, 'backup', join(directory, 'empty'))).toMatchObject({
      code: 1,
      errors: expect.stringContaining('There is nothing to back up'),
    })
    expect(await runCommand(environment, 'backup')).toMatchObject({
      code: 2,
      errors: expect.stringContaining('Name one file'),
    })
    expect(await readdir(directory)).toEqual(['kept'])
    expect(await readFile(file, 'utf8')).toBe('mine')
  })
})

describe('npm start -- restore FILE', () => {
  it('refuses an incomplete backup, and changes nothing', async () => {
    const { environment, file } = made
    const directory = await temporaryDataDir()
    const target = { ...environment, MUSTER_DATA_DIR: join(directory, 'target') }
    const { size } = await stat(file)
    const bytes = await readFile(file)
    const broken = async (name: string, change: (path: string) => Promise<void>) => {
      const path = join(directory, name)
      await copyFile(file, path)
      await change(path)
      const { code, errors } = await runCommand(target, 'restore', path)
      expect(code).toBe(1)
      return errors.trim()
    }
    const flipped = Buffer.from(bytes)
    flipped[Math.floor(size / 2)] = (flipped[Math.floor(size / 2)] ?? 0) ^ 1
    const newer = Buffer.from(bytes)
    newer.write('9', bytes.indexOf('1'))
    expect(await broken('cut', (path) => truncate(path, size - 1))).toMatch(/^The backup is cut off/)
    expect(await broken('cut early', (path) => truncate(path, 100))).toMatch(/^The backup is cut off/)
    expect(await broken('flipped', (path) => writeFile(path, flipped))).toMatch(/^The backup is damaged/)
    expect(await broken('longer', (path) => writeFile(path, 'x', { flag: 'a' }))).toMatch(/^The backup is damaged/)
    expect(await broken('newer', (path) => writeFile(path, newer))).toMatch(/^A newer version of Muster made/)
    expect(await broken('other', (path) => writeFile(path, 'hello, I am a long enough text for this'))).toBe(
      'This is not a backup of Muster.',
    )
    expect(await runCommand(target, 'restore', join(directory, 'none'))).toMatchObject({
      code: 1,
      errors: expect.stringContaining('There is no file'),
    })
    expect(await readdir(directory)).not.toContain('target')

    await mkdir(target.MUSTER_DATA_DIR)
    await writeFile(join(target.MUSTER_DATA_DIR, 'notes.txt'), 'mine')
    expect(await runCommand(target, 'restore', file)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('is not empty'),
    })
    expect(await readdir(target.MUSTER_DATA_DIR)).toEqual(['notes.txt'])
    // The place of the service itself is not empty either, whether it runs or not.
    expect(await runCommand(environment, 'restore', file)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('is not empty'),
    })
  })

  it('that is killed leaves a directory in which nothing starts', async () => {
    const { environment, file } = made
    const target = { ...environment, MUSTER_DATA_DIR: await temporaryDataDir() }
    const restoring = launch(target, command('restore', file))
    const names = () => readdir(target.MUSTER_DATA_DIR)
    await expect.poll(names, { interval: 5 }).toContain('postgres.log')
    restoring.process.kill('SIGKILL')
    await restoring.ended
    expect(await names()).toContain('restore-unfinished')
    const sentence = `A restore into ${target.MUSTER_DATA_DIR} did not finish: delete what is in it and restore again.\n`
    for (const args of [[], ['restore', file]]) {
      expect(await runCommand(target, ...args)).toMatchObject({ code: 1, errors: sentence })
    }
  })

  it('requires the MUSTER_SECRET_KEY that the secrets were encrypted with', async () => {
    const key = Buffer.alloc(32, 7).toString('base64')
    const { file } = await makeBackup({ MUSTER_SECRET_KEY: key })
    expect((await readFile(file)).includes(key)).toBe(false)
    const without = { ...sameForBoth, MUSTER_DATA_DIR: await temporaryDataDir() }
    const other = { ...without, MUSTER_SECRET_KEY: Buffer.alloc(32, 8).toString('base64') }
    for (const target of [without, other]) {
      expect(await runCommand(target, 'restore', file)).toMatchObject({
        code: 1,
        errors: expect.stringContaining('MUSTER_SECRET_KEY'),
      })
    }
    expect(await runCommand({ ...without, MUSTER_SECRET_KEY: key }, 'restore', file)).toMatchObject({
      code: 0,
      errors: '',
    })
  })
})
