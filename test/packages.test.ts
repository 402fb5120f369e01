import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)
const project = mkdtempSync(join(tmpdir(), 'muster-installed-'))
afterAll(() => rmSync(project, { recursive: true, force: true }))

const source = `import { createClient, isMusterError } from '@muster/sdk'
import { endpoints } from '@muster/contract/endpoints'
import { createHooks } from '@muster/hooks'
import { readHistory } from '@muster/history/read-history'

const client = createClient({ baseUrl: 'https://muster.example.org', apiKey: 'mst_x' })
export const make: (computerId: string) => Promise<string> = async (computerId) => {
  const { sessionId } = await client.sessions.create({ computerId })
  return sessionId
}
export const calls: number = readHistory([{ home: '/nowhere', environment: {} }]).length
console.log(endpoints.sessions.create.path, isMusterError(new Error()), typeof createHooks, calls)
`

/** What somebody has who installs the tarballs into an empty project. */
describe('the packages that others install', () => {
  beforeAll(async () => {
    await run(process.execPath, [join(root, 'scripts/pack.ts'), project], { cwd: root })
    const tarballs = readdirSync(project).filter((name) => name.endsWith('.tgz'))
    expect(tarballs).toHaveLength(5)
    writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }))
    const files = tarballs.map((name) => join(project, name))
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...files], { cwd: project })
    writeFileSync(join(project, 'use.ts'), source)
  }, 600_000)

  it('hold JavaScript, declarations and maps, and no sources or tests', () => {
    for (const name of ['contract', 'sdk', 'hooks', 'history', 'cli']) {
      const files = readdirSync(join(project, 'node_modules/@muster', name), { recursive: true, encoding: 'utf8' })
      const dist = files.filter((file) => file.startsWith('dist/'))
      expect(dist.filter((file) => file.endsWith('.js')).length).toBeGreaterThan(3)
      expect(dist.filter((file) => /\.test\.|(?<!\.d)\.ts$/.test(file))).toEqual([])
    }
  })

  it.each(['bundler', 'node16'])('type-check strictly with moduleResolution %s', async (moduleResolution) => {
    const module = moduleResolution === 'node16' ? 'node16' : 'esnext'
    const options = ['--noEmit', '--strict', '--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
    const args = [
      ...options,
      '--module',
      module,
      '--moduleResolution',
      moduleResolution,
      '--target',
      'es2022',
      'use.ts',
    ]
    await run(join(root, 'node_modules/.bin/tsc'), args, { cwd: project })
  })

  it('run, and are bundled for a browser', async () => {
    const plain = source.replaceAll(/: \(computerId: string\) => Promise<string>|: number/g, '')
    writeFileSync(join(project, 'use.mjs'), plain)
    const { stdout } = await run(process.execPath, ['use.mjs'], { cwd: project })
    expect(stdout).toBe('/api/v0/sessions false function 6\n')
    writeFileSync(join(project, 'page.mjs'), `import { createClient } from '@muster/sdk'\nconsole.log(createClient)\n`)
    const bundle = { root: project, logLevel: 'silent', configFile: false } as const
    const output = {
      write: false,
      minify: true,
      lib: { entry: 'page.mjs', formats: ['es' as const], fileName: 'page' },
    }
    await build({ ...bundle, build: output })
  })

  it('bring a command that tells usage, in less than 15 MB', async () => {
    const home = join(root, 'packages/history/test/fixtures/homes/codex/basic')
    const args = ['@muster/cli', 'usage', '--json', '--home', home]
    const { stdout } = await run('npx', ['--no-install', ...args], { cwd: project })
    expect(JSON.parse(stdout).totals).toMatchObject({ calls: 11, sessions: 4 })
    expect(sizeOf(join(project, 'node_modules'))).toBeLessThan(15 * 2 ** 20)
  })

  it('name their real version', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const installed = JSON.parse(readFileSync(join(project, 'node_modules/@muster/cli/package.json'), 'utf8'))
    expect(installed).toMatchObject({ version, bin: { muster: './bin/muster.js' } })
  })
})

function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}
