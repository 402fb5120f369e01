import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { needProgram } from '../packages/server/src/testing/need-program.ts'
import { sharedTestServer } from '../packages/server/src/testing/test-server.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const tests = join(root, 'clients/python/tests/test_client.py')
/** The type checker comes from PyPI once, and stays until the next `npm ci`. */
const checker = join(root, 'node_modules/.cache/mypy-2.4.1')

describe('the client for Python', () => {
  const server = sharedTestServer()
  beforeAll(() => run(process.execPath, [join(root, 'scripts/packing/main.ts'), '--strict']), 300_000)

  it('comes from the service and needs nothing else', async () => {
    const place = mkdtempSync(join(tmpdir(), 'muster-python-'))
    onTestFinished(() => rmSync(place, { recursive: true, force: true }))
    await needProgram('/usr/lib/python3*/ensurepip', 'python3-venv')
    await run('python3', ['-m', 'venv', join(place, 'venv')])
    const python = join(place, 'venv/bin/python')
    const service = ['--no-index', '--find-links', `${server().address}/packages`, 'muster-client']
    await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...service])
    const env = { ...process.env, MUSTER_API_URL: server().address, MUSTER_API_KEY: server().acme.owner.key }
    const { stderr } = await run(python, [tests], { env, cwd: place })
    expect(stderr).toMatch(/Ran 10 tests[\s\S]*OK/)
    const mypy = await installChecker()
    const how = ['-m', 'mypy', '--strict', '--cache-dir', join(place, 'mypy'), '--python-executable', python]
    expect((await run(mypy, [...how, '-p', 'muster'], { cwd: place })).stdout).toContain('Success')
    expect((await run(mypy, [...how, tests], { cwd: place })).stdout).toContain('Success')
  })
})

async function installChecker(): Promise<string> {
  const python = join(checker, 'bin/python')
  if (existsSync(join(checker, 'bin/mypy'))) return python
  await run('python3', ['-m', 'venv', '--clear', checker])
  await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', 'mypy==2.4.1'])
  return python
}
