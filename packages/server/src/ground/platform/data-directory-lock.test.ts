import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { bindSocketFile, DataDirectoryInUse, lockDataDirectory } from './data-directory-lock.ts'

const lockModule = new URL('./data-directory-lock.ts', import.meta.url).href

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'muster-lock-'))
})
afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true })
})

/** Runs a module in another process and resolves with it when it has printed its first line. */
async function startHolder(source: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    // The inode of a removed directory may serve the next test, so its lock must be gone by then.
    if (child.kill('SIGKILL')) await once(child, 'exit')
  })
  await once(child.stdout, 'data')
  return child
}

function holdIn(directory: string): Promise<ChildProcess> {
  return startHolder(`
    import { lockDataDirectory } from '${lockModule}'
    await lockDataDirectory(${JSON.stringify(directory)})
    console.log('locked')
    setInterval(() => {}, 1000)`)
}

describe('lockDataDirectory', () => {
  it('refuses a second holder with a sentence that names the first', async () => {
    const holder = await holdIn(dataDir)
    const refused = lockDataDirectory(dataDir)
    await expect(refused).rejects.toBeInstanceOf(DataDirectoryInUse)
    await expect(refused).rejects.toThrow(
      `The data directory ${dataDir} is in use by another Muster (process ${holder.pid}): stop it first, or set MUSTER_DATA_DIR to another directory.`,
    )
  })

  it('names the address once the holder has written it', async () => {
    const lock = await lockDataDirectory(dataDir)
    await writeFile(join(dataDir, 'server.json'), JSON.stringify({ pid: 7, address: 'http://127.0.0.1:4000' }))
    await expect(lockDataDirectory(dataDir)).rejects.toThrow('(process 7, http://127.0.0.1:4000)')
    await lock.release()
  })

  it('refuses without naming the holder when server.json is unreadable', async () => {
    const lock = await lockDataDirectory(dataDir)
    await writeFile(join(dataDir, 'server.json'), '{"pid":')
    await expect(lockDataDirectory(dataDir)).rejects.toThrow('is in use by another Muster: stop it first')
    await lock.release()
  })

  it('is free again when its holder was killed', async () => {
    const holder = await holdIn(dataDir)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    const lock = await lockDataDirectory(dataDir)
    expect(JSON.parse(await readFile(join(dataDir, 'server.json'), 'utf8'))).toEqual({ pid: process.pid })
    await lock.release()
  })

  it('can be taken again after release, which may be called twice', async () => {
    const first = await lockDataDirectory(dataDir)
    await Promise.all([first.release(), first.release()])
    const second = await lockDataDirectory(dataDir)
    await second.release()
  })

  it('sees the same directory behind another path', async () => {
    const link = `${dataDir}-link`
    await symlink(dataDir, link)
    onTestFinished(() => rm(link, { force: true }))
    const lock = await lockDataDirectory(dataDir)
    await expect(lockDataDirectory(link)).rejects.toBeInstanceOf(DataDirectoryInUse)
    await lock.release()
  })

  it('lets exactly one of many simultaneous starters in', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => lockDataDirectory(dataDir)))
    const holders = outcomes.filter((outcome) => outcome.status === 'fulfilled')
    expect(holders).toHaveLength(1)
    await Promise.all(holders.map((outcome) => outcome.value.release()))
  })

  it('creates a missing directory that other users cannot list', async () => {
    const missing = join(dataDir, 'a', 'b')
    const lock = await lockDataDirectory(missing)
    expect((await stat(missing)).mode & 0o066).toBe(0)
    await lock.release()
  })

  it('does not keep its process alive', async () => {
    const child = await startHolder(`
      import { lockDataDirectory } from '${lockModule}'
      await lockDataDirectory(${JSON.stringify(dataDir)})
      console.log('locked')`)
    if (child.exitCode === null) await once(child, 'exit')
    expect(child.exitCode).toBe(0)
  })

  it.runIf(process.platform === 'linux')('accepts connections and closes them', async () => {
    const lock = await lockDataDirectory(dataDir)
    const { dev, ino } = await stat(dataDir, { bigint: true })
    const socket = connect(`\0muster-${dev}-${ino}`)
    await once(socket.resume(), 'close')
    await lock.release()
  })
})

describe('the socket file of systems without abstract names', () => {
  it('refuses a second holder and replaces the file of a killed one', async () => {
    const holder = await startHolder(`
      import { bindSocketFile } from '${lockModule}'
      const server = await bindSocketFile(${JSON.stringify(dataDir)})
      server.ref()
      console.log('bound')`)
    expect(await bindSocketFile(dataDir)).toBeUndefined()
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    const server = await bindSocketFile(dataDir)
    expect(server?.listening).toBe(true)
    await new Promise((resolve) => server?.close(resolve))
  })
})
