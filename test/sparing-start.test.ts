import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startServer, temporaryDataDir } from './running-server.ts'

/** As a person starts it: the environment of the tests names a place for compiled code. */
const command = ['env', '-u', 'NODE_COMPILE_CACHE', process.execPath, 'packages/server/src/main.ts']

it.skipIf(process.platform !== 'linux')('runs in the process that was started, with what saves memory', async () => {
  const dataDir = await temporaryDataDir()
  const { pid } = (await startServer({ MUSTER_DATA_DIR: dataDir, TMPDIR: dataDir }, command)).process
  const of = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8').split('\0')
  // Little room for garbage, one arena of the C library, and compiled code from the first file on.
  expect(of('cmdline')).toContain('--max-semi-space-size=8')
  expect(of('environ')).toContain('MALLOC_ARENA_MAX=1')
  expect(of('environ')).toContain(`NODE_COMPILE_CACHE=${join(dataDir, 'node-compile-cache')}`)
})
