import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { projectRoot } from './running-server.ts'

/** The project as git has it, without what npm installs. */
async function checkout(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'muster-checkout-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  for (const part of ['package.json', 'scripts', 'packages/server/package.json', 'packages/server/src']) {
    await cp(join(projectRoot, part), join(directory, part), { recursive: true })
  }
  return directory
}

function start(directory: string, ...options: string[]): Promise<{ code: number | string; errors: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [...options, 'scripts/start.cjs', '--version'], { cwd: directory }, (error, _, errors) =>
      resolve({ code: error?.code ?? 0, errors }),
    )
  })
}

describe('npm start', () => {
  it('says so before npm ci', async () => {
    const errors = 'Muster is not installed yet. Run this first: npm ci\n'
    expect(await start(await checkout())).toEqual({ code: 1, errors })
  })

  it('says so when npm ci was not finished', async () => {
    const directory = await checkout()
    await mkdir(join(directory, 'node_modules'))
    const { code, errors } = await start(directory)
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^A part of Muster is not installed \(.*\)\. Run: npm ci\n$/),
    ])
  })

  it('names a Node that is too old', async () => {
    const directory = await checkout()
    await mkdir(join(directory, 'node_modules'))
    const older = join(directory, 'older.cjs')
    await writeFile(older, `Object.defineProperty(process, 'versions', { value: { node: '18.19.1' } })`)
    const { code, errors } = await start(directory, '--require', older)
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^This is Node 18\.19\.1, and Muster needs \d+ or later.*npm ci/),
    ])
  })
})
