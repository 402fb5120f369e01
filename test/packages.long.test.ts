import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installNodes } from './node-versions.ts'

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)
const place = mkdtempSync(join(tmpdir(), 'muster-installed-'))
/** With everything, and with the command alone. */
const project = join(place, 'project')
const alone = join(place, 'alone')
const history = join(root, 'packages/history/test/fixtures/homes/codex/basic')
let installed: Awaited<ReturnType<typeof installNodes>>
let nodes: readonly string[] = []

const program = `import { createClient, isMusterError } from '@muster/sdk'
import { endpoints } from '@muster/contract'
import { createHooks } from '@muster/hooks'
import { readHistory } from '@muster/history'
import { summarize } from '@muster/history/summary/usage'

const client = createClient({ baseUrl: 'https://muster.example.org', apiKey: 'mst_x' })
export const open = async (computerId: string): Promise<string> => (await client.sessions.create({ computerId })).sessionId
const histories = readHistory([{ home: process.argv[2] ?? '', environment: {} }])
const calls: number = summarize(histories, { timezone: 'UTC' }).usage.totals.calls
const hooks = createHooks({ watch: false })
console.log(endpoints.sessions.create.path, isMusterError(new Error()), calls, hooks.warnings.length)
`

/** For programs that are not modules yet. */
const oldProgram = `const { createClient } = require('@muster/sdk')
const { readHistory } = require('@muster/history')
const { createHooks } = require('@muster/hooks')
const { endpoints } = require('@muster/contract/endpoints')
console.log([createClient, readHistory, createHooks].map((each) => typeof each).join(), endpoints.sessions.list.path)
`

async function install(folder: string, tarballs: readonly string[]): Promise<void> {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }))
  // Offline and with an empty cache: whatever a package needs comes with it.
  const cache = mkdtempSync(join(place, 'cache-'))
  await run('npm', ['install', '--no-audit', '--no-fund', '--offline', '--cache', cache, ...tarballs], { cwd: folder })
}

/** What somebody has who installs the tarballs into an empty project. */
describe('the packages that others install', () => {
  beforeAll(async () => {
    const packed = join(place, 'packed')
    await run(process.execPath, [join(root, 'scripts/pack.ts'), packed], { cwd: root })
    const tarballs = readdirSync(packed).flatMap((name) => (name.endsWith('.tgz') ? [join(packed, name)] : []))
    expect(tarballs).toHaveLength(5)
    const command = tarballs.filter((path) => path.includes('muster-cli'))
    ;[installed] = await Promise.all([installNodes(), install(project, tarballs), install(alone, command)])
    nodes = [installed.oldest, installed.node22, installed.node24, process.execPath]
    writeFileSync(join(project, 'use.ts'), program)
    writeFileSync(join(project, 'use.cjs'), oldProgram)
    writeFileSync(join(project, 'use.mjs'), program.replaceAll(/(?<=\w\)?): (?:string|number|Promise<string>)/g, ''))
  }, 300_000)
  afterAll(() => rmSync(place, { recursive: true, force: true }))

  it('hold JavaScript and maps, declarations where there is something to import, and no sources or tests', () => {
    for (const name of ['contract', 'sdk', 'hooks', 'history', 'cli']) {
      const folder = join(project, 'node_modules/@muster', name)
      const everything = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      const files = everything.filter((path) => !path.startsWith('node_modules/'))
      const scripts = files.filter((path) => /^dist\/.*\.js$/.test(path))
      expect(scripts.length).toBeGreaterThan(3)
      const maps = files.filter((path) => path.endsWith('.js.map'))
      // The command has chunks that only tie others together.
      if (name === 'cli') expect(maps).toContain('dist/main.js.map')
      else expect(maps).toHaveLength(scripts.length)
      if (name !== 'cli') expect(files.filter((path) => path.endsWith('.d.ts'))).toHaveLength(scripts.length)
      expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']))
      expect(files.filter((path) => /\.test\.|(?<!\.d)\.ts$/.test(path))).toEqual([])
      const naming = scripts.filter((path) =>
        /['"]\.{1,2}\/[\w/.-]+\.ts['"]/.test(readFileSync(join(project, 'node_modules/@muster', name, path), 'utf8')),
      )
      expect(naming).toEqual([])
    }
  })

  it.each([
    ['bundler', 'esnext'],
    ['node16', 'node16'],
  ])('type-check strictly with moduleResolution %s', async (resolution, module) => {
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
    const how = ['--noEmit', '--strict', '--target', 'es2022', '--module', module, '--moduleResolution', resolution]
    const examples = [
      ...['contract', 'sdk', 'hooks', 'history'].map(writeExample),
      ...['sdk', 'packages'].map(writePage),
    ]
    await run(join(root, 'node_modules/.bin/tsc'), [...how, ...types, 'use.ts', ...examples], { cwd: project })
  })

  it('run on Node 22.13, 22, 24 and 26', async () => {
    const told = nodes.map(async (node) => (await run(node, ['use.mjs', history], { cwd: project })).stdout)
    expect(new Set(await Promise.all(told))).toEqual(new Set(['/api/v0/sessions false 11 0\n']))
  })

  it('can be required by programs that are not modules', async () => {
    const told = nodes.map((node) => run(node, ['--disable-warning=ExperimentalWarning', 'use.cjs'], { cwd: project }))
    for (const { stdout, stderr } of await Promise.all(told)) {
      expect([stdout, stderr]).toEqual(['function,function,function /api/v0/sessions\n', ''])
    }
  })

  it('let the client be bundled for a browser, without anything of Node', async () => {
    const page = `import { createClient } from '@muster/sdk'\nglobalThis.muster = createClient({ baseUrl: '/' })\n`
    writeFileSync(join(project, 'page.mjs'), page)
    const bundle = await rolldown({ cwd: project, platform: 'browser', input: 'page.mjs' })
    const { output } = await bundle.generate({ format: 'esm' })
    expect(output).toHaveLength(1)
    expect(output[0]).toMatchObject({ imports: [], dynamicImports: [] })
    expect(output[0].code).not.toMatch(/\brequire\(|from ["']node:/)
  })

  it('bring a command that needs no other package of ours and less than 15 MB of disk', async () => {
    const words = ['--no-install', '@muster/cli', 'usage', '--json', '--home', history]
    const env = { ...process.env, HOME: mkdtempSync(join(place, 'home-')) }
    const { stdout } = await run('npx', words, { cwd: alone, env })
    expect(JSON.parse(stdout).totals).toMatchObject({ calls: 11, sessions: 4 })
    expect(diskOf(join(alone, 'node_modules'))).toBeLessThan(15e6)
  })

  it('bring a command that works on Node 22.13, 22, 24 and 26', async () => {
    const muster = join(alone, 'node_modules/.bin/muster')
    const home = mkdtempSync(join(place, 'home-'))
    const env = { ...process.env, HOME: home, NODE_COMPILE_CACHE: join(home, 'cache') }
    // What checks a configuration is loaded only where there is one.
    mkdirSync(join(project, '.muster'))
    writeFileSync(join(project, '.muster/readiness.json'), '{ "leaveOut": ["node_modules"] }')
    for (const node of nodes) {
      const say = async (...words: string[]) => (await run(node, [muster, ...words], { env, cwd: project })).stdout
      expect(JSON.parse(await say('usage', '--json', '--home', history)).totals).toMatchObject({ calls: 11 })
      expect(await say('completion', 'bash')).toContain('muster')
      expect(await say('mcp', '--help')).toContain('Model Context Protocol')
      expect(JSON.parse(await say('readiness', '--json', '.'))).toHaveProperty('repoUrl')
      // It is loaded by another path, for every tool call of an agent.
      const hook = run(node, [muster, 'hooks', 'run', 'Stop'], { env, cwd: project })
      hook.child.stdin?.end(JSON.stringify({ hook_event_name: 'Stop', session_id: 's', cwd: project }))
      expect((await hook).stderr).toBe('')
    }
  })

  it('take only names from Node that Node 22.13 has', async () => {
    const wanted = ['cli', 'contract', 'history', 'hooks', 'mcp', 'readiness', 'sdk'].flatMap(namesFromNode)
    expect(wanted.length).toBeGreaterThan(100)
    const look = `const wanted = ${JSON.stringify(wanted)}
      const lacks = wanted.filter(({ module, name }) => !(name in require(module)))
      console.log(JSON.stringify(lacks))`
    const { stdout } = await run(installed.oldest, ['--disable-warning=ExperimentalWarning', '-e', look])
    expect(JSON.parse(stdout)).toEqual([])
  })

  it('say in one sentence that Node 20 is too old', async () => {
    const words = [join(alone, 'node_modules/.bin/muster'), 'usage']
    await expect(run(installed.node20, words, { cwd: project })).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'muster needs Node 22.13 or newer; this is v20.20.2.\n',
    })
  })
})

/** The example of a package's own page, as a program. */
function writeExample(name: string): string {
  const page = readFileSync(join(project, 'node_modules/@muster', name, 'README.md'), 'utf8')
  const [, code = ''] = page.split(/```(?:ts)?\n/)
  expect(code).toContain(`from '@muster/${name}`)
  writeFileSync(join(project, `${name}.ts`), code)
  return `${name}.ts`
}

/** The examples of a page of the documentation, as one program. What they take for granted is declared. */
function writePage(name: string): string {
  const page = readFileSync(join(root, 'docs', `${name}.md`), 'utf8')
  const code = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block]) => block).join('')
  expect(code).toContain(`from '@muster/`)
  const granted = `declare const lastEventId: string, messageId: string, signal: AbortSignal
    declare function showAway(ms: number): void\n`
  writeFileSync(join(project, `page-${name}.ts`), code + granted)
  return `page-${name}.ts`
}

/** What the sources of a package import from Node at run time. */
function namesFromNode(name: string): { file: string; module: string; name: string }[] {
  const folder = join(root, 'packages', name, 'src')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .flatMap((file) => {
      const imports = readFileSync(join(folder, file), 'utf8').matchAll(/^import \{([^}]+)\} from '(node:[\w/]+)'/gm)
      return [...imports].flatMap(([, names = '', module = '']) => {
        const values = names.split(',').map((each) => each.trim())
        const taken = values.filter((each) => each !== '' && !each.startsWith('type '))
        return taken.map((each) => ({ file, module, name: each.split(' ')[0] ?? each }))
      })
    })
}

/** What is taken on a disk with blocks of 4 KB. */
function diskOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name)).size)
  return sizes.reduce((sum, size) => sum + Math.ceil(size / 4096) * 4096, 0)
}
