import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { packagesFolder } from '../scripts/packing/sources.ts'
import { installNodes } from './node-versions.ts'
import { projectRoot, sharedServer } from './running-server.ts'

const run = promisify(execFile)
const server = sharedServer({})
let node22 = ''

beforeAll(async () => {
  await run(process.execPath, [join(projectRoot, 'scripts/packing/main.ts'), '--strict'])
  node22 = (await installNodes()).node22
}, 300_000)

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-served-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Runs a line in a shell as somebody who has nothing but Node 22: an empty home, an empty cache, no registry. */
async function onEmptyMachine(line: string) {
  const home = emptyFolder()
  const env = {
    PATH: `${dirname(node22)}:${process.env.PATH}`,
    HOME: home,
    npm_config_registry: 'http://127.0.0.1:1',
    npm_config_fetch_retries: '0',
  }
  return { home, ...(await run('bash', ['-euo', 'pipefail', '-c', line], { cwd: home, env })) }
}

describe('the packages that the service sends', () => {
  it('are listed, and each is known again by its tag', async () => {
    const list = await (await fetch(`${server().address}/packages`)).text()
    const names = [...list.matchAll(/href="\/packages\/([^"]+)"/g)].map(([, name]) => name)
    const npm = ['cli', 'contract', 'history', 'hooks', 'sdk'].map((name) => `muster-${name}.tgz`)
    expect(names).toEqual([...npm, 'muster_client-0.1.0-py3-none-any.whl'])
    for (const name of names) {
      const got = await fetch(`${server().address}/packages/${name}`)
      expect([got.status, got.headers.get('cache-control')]).toEqual([200, 'public, no-cache'])
      expect(Buffer.from(await got.arrayBuffer()).equals(readFileSync(join(packagesFolder.path, name ?? '')))).toBe(
        true,
      )
      const etag = got.headers.get('etag') ?? ''
      const again = await fetch(got.url, { headers: { 'if-none-match': etag } })
      expect([again.status, await again.text()]).toEqual([304, ''])
    }
  })

  it('have an address that never has other content, which says where the new one is when it is gone', async () => {
    const build = packagesFolder.sourcesHash().slice(0, 12)
    const pinned = await fetch(`${server().address}/packages/${build}/muster-cli.tgz`)
    expect([pinned.status, pinned.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect(pinned.headers.get('content-type')).toBe('application/gzip')
    const old = await fetch(`${server().address}/packages/0123456789ab/muster-cli.tgz`)
    expect([old.status, await old.json()]).toMatchObject([
      404,
      { detail: expect.stringContaining('/packages/muster-cli.tgz') },
    ])
    const outside = [
      'sources.txt',
      `${build}/sources.txt`,
      '..%2fpackages%2fsources.txt',
      `a/${build}/muster-cli.tgz`,
      '',
    ]
    for (const path of outside) {
      expect((await fetch(`${server().address}/packages/${path}`)).status).toBe(404)
    }
  })

  it('bring the command to an empty machine that reaches nothing else', async () => {
    const file = `${server().address}/packages/muster-cli.tgz`
    const { stdout } = await onEmptyMachine(`npx --yes --package ${file} muster usage --json`)
    expect(JSON.parse(stdout)).toHaveProperty('totals')
    const installed = await onEmptyMachine(
      `npm install --global --prefix ~/here ${file} && ~/here/bin/muster --version`,
    )
    expect(installed.stdout).toMatch(/0\.1\.0\n$/)
  })

  it('bring libraries to a project that reaches nothing else, each alone', async () => {
    for (const name of ['contract', 'sdk', 'history', 'hooks']) {
      const { stdout } = await onEmptyMachine(
        `npm init --yes > /dev/null && npm install ${server().address}/packages/muster-${name}.tgz > /dev/null
         node --input-type=module -e "console.log(Object.keys(await import('@muster/${name}')).length > 0)"`,
      )
      expect(stdout).toBe('true\n')
    }
  })
})
