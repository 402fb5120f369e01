import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sharedTestServer } from '../packages/server/src/testing/test-server.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const hasPython = spawnSync('python3', ['-m', 'venv', '--help']).status === 0
if (!hasPython)
  console.warn('SKIPPED: the client for Python is not tested, because this machine has no python3 with venv.')

describe.skipIf(!hasPython && !process.env.CI)('the client for Python', () => {
  const server = sharedTestServer()

  it('is a wheel that installs, and works with a running service', { timeout: 300_000 }, async () => {
    const place = mkdtempSync(join(tmpdir(), 'muster-python-'))
    onTestFinished(() => rmSync(place, { recursive: true, force: true }))
    await run(process.execPath, [join(root, 'scripts/python-client.ts'), place], { cwd: root })
    const [wheel = ''] = readdirSync(place).filter((name) => name.endsWith('.whl'))
    const python = join(place, 'venv/bin/python')
    await run('python3', ['-m', 'venv', join(place, 'venv')])
    await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', join(place, wheel)])
    const env = { ...process.env, MUSTER_API_URL: server().address, MUSTER_API_KEY: server().acme.owner.key }
    const tests = join(root, 'clients/python/tests/test_client.py')
    const { stderr } = await run(python, [tests], { env, cwd: place })
    expect(stderr).toMatch(/Ran 6 tests[\s\S]*OK/)
  })
})
