import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sharedTestServer } from '../packages/server/src/testing/test-server.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
/** The generator's own environment, which has the type checker too. */
const tools = join(root, 'node_modules/.cache/python-tools/bin/python')

describe('the client for Python', () => {
  const server = sharedTestServer()

  it('is a wheel that installs, and works with a running service', async ({ skip }) => {
    const place = mkdtempSync(join(tmpdir(), 'muster-python-'))
    onTestFinished(() => rmSync(place, { recursive: true, force: true }))
    const python = await install(place).catch((error: unknown) => {
      console.warn(`SKIPPED: the client for Python, because it cannot be built and installed: ${error}`)
      // A run of continuous integration must have it; elsewhere there may be no Python and no network.
      if (process.env.CI) throw error
    })
    if (python === undefined) return skip()
    const env = { ...process.env, MUSTER_API_URL: server().address, MUSTER_API_KEY: server().acme.owner.key }
    const tests = join(root, 'clients/python/tests/test_client.py')
    const { stderr } = await run(python, [tests], { env, cwd: place })
    expect(stderr).toMatch(/Ran 7 tests[\s\S]*OK/)
    const mypy = ['-m', 'mypy', '--strict', '--cache-dir', join(place, 'mypy'), '--python-executable', python]
    const checked = await run(tools, [...mypy, '-p', 'muster'], { cwd: place })
    expect(checked.stdout).toContain('Success')
    const used = await run(tools, [...mypy, tests], { cwd: place })
    expect(used.stdout).toContain('Success')
  })
})

/** The Python of an environment that has nothing but the wheel. */
async function install(place: string): Promise<string> {
  await run(process.execPath, [join(root, 'scripts/python-client.ts'), place], { cwd: root })
  const [wheel = ''] = readdirSync(place).filter((name) => name.endsWith('.whl'))
  const python = join(place, 'venv/bin/python')
  await run('python3', ['-m', 'venv', join(place, 'venv')])
  await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', join(place, wheel)])
  return python
}
