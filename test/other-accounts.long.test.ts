import { execFile } from 'node:child_process'
import { chmod, lstat, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { startServer, temporaryDataDir } from './running-server.ts'

const isRoot = process.getuid?.() === 0
/** As most shells set it: what is made is open to be read. */
const underUsualUmask = ['sh', '-c', 'umask 022; exec "$@"', 'sh', process.execPath, 'packages/server/src/main.ts']

/** Everything below the directory that other accounts may do anything with, as `mode path`. */
async function openTo(directory: string): Promise<string[]> {
  const paths = [directory, ...(await readdir(directory, { recursive: true })).map((name) => join(directory, name))]
  const found = await Promise.all(paths.map(async (path) => ({ path, mode: (await lstat(path)).mode & 0o777 })))
  return found.filter(({ mode }) => (mode & 0o077) !== 0).map(({ path, mode }) => `${mode.toString(8)} ${path}`)
}

describe('the machine’s other accounts', () => {
  it('can open nothing below the data directory, and can only pass through that of root', async () => {
    const dataDir = join(await temporaryDataDir(), 'new')
    const server = await startServer({ MUSTER_DATA_DIR: dataDir, MUSTER_NOW: '2026-02-10T08:00:00Z' }, underUsualUmask)
    await server.owner.telemetry.events({
      events: [{ time: Date.UTC(2026, 1, 9), client: 'web', type: 'session_start' }],
    })
    await server.owner.analytics.refresh()
    expect(await openTo(dataDir)).toEqual(isRoot ? [`711 ${dataDir}`] : [])
    if (isRoot) {
      const ls = promisify(execFile)('setpriv', ['--reuid=1', '--regid=1', '--clear-groups', 'ls', dataDir])
      await expect(ls).rejects.toThrow('Permission denied')
    }
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(await openTo(dataDir)).toEqual(isRoot ? [`711 ${dataDir}`] : [])
  })

  it('can no longer read the events of an earlier version', async () => {
    const dataDir = await temporaryDataDir()
    const first = await startServer({ MUSTER_DATA_DIR: dataDir })
    first.process.kill('SIGTERM')
    await first.ended
    await chmod(dataDir, 0o755)
    await writeFile(join(dataDir, 'server.json'), '{}')
    for (const name of ['events.duckdb', 'server.json']) await chmod(join(dataDir, name), 0o644)
    const second = await startServer({ MUSTER_DATA_DIR: dataDir })
    expect(await openTo(dataDir)).toEqual(isRoot ? [`711 ${dataDir}`] : [])
    expect(second.errors()).toContain('it is closed now')
    second.process.kill('SIGTERM')
    await second.ended
    const third = await startServer({ MUSTER_DATA_DIR: dataDir })
    expect(third.errors()).not.toContain('closed now')
  })
})
