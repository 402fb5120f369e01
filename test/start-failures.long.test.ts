import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freePort } from '../packages/server/src/testing/free-port.ts'
import { launch, postgresPid, startServer, temporaryDataDir } from './running-server.ts'
import { mayMount, smallDisk } from './small-disk.ts'

const isRoot = process.getuid?.() === 0
const hasDisks = await mayMount()
if (!hasDisks) console.warn('SKIPPED: disks that are full or read-only, because this account may not mount any.')
const whereDisksAre = describe.skipIf(!hasDisks && !process.env.CI)

const usual = [process.execPath, 'packages/server/src/main.ts']
/** Root could write everywhere, so the start is an ordinary account's. */
const asOrdinary = isRoot ? ['setpriv', '--reuid=1', '--regid=1', '--clear-groups', ...usual] : usual

/** Starts the service where it cannot start. Returns the one line that it prints. */
async function refusal(environment: Record<string, string>, command = usual): Promise<string> {
  const server = launch({ MUSTER_LOG_LEVEL: 'error', ...environment }, command)
  expect(await server.ended).toBe(1)
  expect(server.output()).toBe('')
  expect(server.errors().trim().split('\n')).toHaveLength(1)
  return server.errors().trim()
}

describe('a data directory that cannot be used', () => {
  it('is named when this account may not write there', async () => {
    const directory = await temporaryDataDir()
    await chmod(directory, 0o555)
    const said = await refusal({ MUSTER_DATA_DIR: join(directory, 'data') }, asOrdinary)
    expect(said).toMatch(
      /^This user \(id \d+\) may not use .*muster-run.*\. Give it to that user with chown -R, or set/,
    )
  })

  it('is named when it is a file', async () => {
    const file = join(await temporaryDataDir(), 'data')
    await writeFile(file, '')
    expect(await refusal({ MUSTER_DATA_DIR: file })).toBe(`${file} is not a directory. Set MUSTER_DATA_DIR to one.`)
    const said = await refusal({ MUSTER_DATA_DIR: join(file, 'below') })
    expect(said).toMatch(/is not a directory\. Set MUSTER_DATA_DIR to one\.$/)
  })
})

describe.skipIf(process.platform !== 'linux')('a data directory below /proc', () => {
  it('is named, and nobody waits for it', async () => {
    expect(await refusal({ MUSTER_DATA_DIR: '/proc/muster/data' })).toBe(
      '/proc/muster cannot be created on that file system. Set MUSTER_DATA_DIR to another directory.',
    )
  })
})

describe('an address that is not to be had', () => {
  it('is named', async () => {
    const own = { MUSTER_DATA_DIR: await temporaryDataDir() }
    const advice = 'is no address of this machine. Correct MUSTER_HOST, for example to 127.0.0.1 or 0.0.0.0.'
    expect(await refusal({ ...own, MUSTER_HOST: '192.0.2.1' })).toBe(`192.0.2.1 ${advice}`)
    expect(await refusal({ ...own, MUSTER_HOST: 'muster.invalid' })).toBe(`muster.invalid ${advice}`)
    expect(await readdir(own.MUSTER_DATA_DIR)).toEqual([])
  })
})

describe('a CLICKHOUSE_URL where nobody answers at the first start', () => {
  it('is named, and the next start may use another store', async () => {
    const own = { MUSTER_DATA_DIR: await temporaryDataDir() }
    const address = `http://127.0.0.1:${await freePort()}`
    const said = await refusal({ ...own, CLICKHOUSE_URL: `${address}/muster` })
    expect(said).toBe(
      `Nothing listens at ${address}. Start ClickHouse there, or correct host and port in CLICKHOUSE_URL.`,
    )
    const server = await startServer(own)
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })
})

whereDisksAre('a disk', () => {
  it('that is full at the first start is named, and with room the start makes everything', async () => {
    const { directory, remount } = await smallDisk('8m')
    const own = { MUSTER_DATA_DIR: join(directory, 'data'), MUSTER_OWNER_KEY: '' }
    const said = await refusal(own)
    expect(said).toBe(
      `The disk of ${own.MUSTER_DATA_DIR} is full. Make room there, or set MUSTER_DATA_DIR to another disk, and start again.`,
    )
    expect(await readdir(own.MUSTER_DATA_DIR)).not.toContain('postgres')
    await remount('size=400m')
    const server = await startServer(own)
    expect(server.output()).toContain('owner.key')
    server.process.kill('SIGTERM')
    await server.ended
  })

  it('that is full at a later start is named, and nothing is lost', async () => {
    const { directory, remount } = await smallDisk('400m')
    const own = { MUSTER_DATA_DIR: join(directory, 'data') }
    const first = await startServer(own)
    await first.owner.computers.register({ name: 'kept' })
    first.process.kill('SIGKILL')
    await first.ended
    const orphan = await postgresPid(own.MUSTER_DATA_DIR)
    if (orphan !== undefined) process.kill(orphan, 'SIGKILL')
    await writeFile(join(directory, 'filler'), Buffer.alloc(400 * 2 ** 20)).catch(() => undefined)
    expect(await refusal(own)).toContain('is full. Make room there')
    await remount('size=600m')
    const server = await startServer(own)
    expect((await server.owner.computers.list()).computers.map(({ name }) => name)).toEqual(['kept'])
    server.process.kill('SIGTERM')
    await server.ended
  })

  it('that is read-only is named', async () => {
    const { directory, remount } = await smallDisk('8m')
    await mkdir(join(directory, 'data'))
    await remount('ro')
    const said = await refusal({ MUSTER_DATA_DIR: join(directory, 'data') })
    expect(said).toMatch(/ is on a file system that can only be read\. Mount it for writing, or set MUSTER_DATA_DIR/)
    expect(await refusal({ MUSTER_DATA_DIR: join(directory, 'new') })).toContain('can only be read')
  })
})
