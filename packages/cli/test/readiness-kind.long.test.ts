import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Files, prose } from '../../readiness/test/mini.ts'
import { committed, temporaryDirectory, writeFiles } from '../../readiness/test/temporary-repository.ts'
import { muster } from './run-muster.ts'

/** What people type, and could leave running as well. */
const unclear: Files = {
  'go.mod': 'module mini\n',
  'main.go': 'package main\nfunc main() {}\n',
  'handlers/a.go': 'package handlers\n',
  'README.md': `# Mini\n\nMini keeps the feeds of your team in one place.\n\n    mini --port 80\n\nDeploy it behind nginx, or download a prebuilt binary from the releases.\n\n${prose.repeat(2)}\n`,
  'compose.yml': 'services: {}\n',
  'migrations/1.sql': 'CREATE TABLE a (b int);\n',
  'web/package.json':
    '{"name": "web", "private": true, "scripts": {"build": "vite build"}, "dependencies": {"react": "19.0.0", "vite": "7.0.0"}}',
  'web/index.html': '<script src="main.tsx"></script>\n',
  'web/main.tsx': 'export const a = 1\n',
}
const settings = (root: string) => readFileSync(join(root, '.muster/readiness.json'), 'utf8')

describe('muster readiness', () => {
  it('shows its applications, what they are taken for, and what is in doubt', async () => {
    const root = await committed(unclear)
    const { stdout } = await muster(['readiness', root])
    expect(stdout).toContain(
      'Applications\n  .    a tool, or perhaps a service  Go, 2 files\n  web  a front end                   TypeScript, 1 file\n  muster readiness kind . tells why it is in doubt, and corrects it.\n',
    )
    const markdown = await muster(['readiness', root, '--markdown'])
    expect(markdown.stdout).toContain(
      '`.` is taken for a tool, and is perhaps a service: `muster readiness kind .` tells why.',
    )
    expect(markdown.stdout).toContain('<details><summary>Applications: 2</summary>')
    const { apps } = JSON.parse((await muster(['readiness', root, '--json'])).stdout)
    expect(apps).toMatchObject({ '.': { kind: 'tool', mayBe: 'service' }, web: { kind: 'frontend' } })
    expect(apps.web).not.toHaveProperty('mayBe')
  })

  it('shows six of many, and all when asked', async () => {
    const crates = Array.from({ length: 9 }, (_, place) => `part${place}`)
    const files = Object.fromEntries(
      crates.flatMap((name) => [
        [`${name}/go.mod`, `module ${name}\n`],
        [`${name}/a.go`, `package ${name}\n`],
      ]),
    )
    const root = await committed(files)
    expect((await muster(['readiness', root])).stdout).toContain('\n  and 3 more, with --all\n')
    const { stdout } = await muster(['readiness', root, '--all'])
    expect(stdout).toContain('\n  part8  a library  Go, 1 file\n')
    expect(stdout).not.toContain('with --all')
  })
})

describe('muster readiness kind', () => {
  it('lists applications with their kinds, and tells why one is in doubt', async () => {
    const root = await committed(unclear)
    const all = await muster(['readiness', 'kind', '--path', root])
    expect(all.code).toBe(0)
    expect(all.stdout).toMatch(/^\.\s+tool\s+service\s+Go\s+2$/m)
    expect(all.stderr).toBe('`muster readiness kind .` tells why one is in doubt.\n')
    const one = await muster(['readiness', 'kind', './', '--path', root])
    expect(one.stdout).toContain('. is a tool, or perhaps a service\n')
    expect(one.stdout).toMatch(/\nFor a tool\n(?: {2}\S.+(?:\n|$))+/)
    expect(one.stdout).toMatch(/\nFor a service\n(?: {2}\S.+(?:\n|$))+/)
    expect(one.stderr).toContain('If it is a service: `muster readiness kind . service`')
    const web = await muster(['readiness', 'kind', 'web/', '--path', root, '--json'])
    expect(JSON.parse(web.stdout)).toMatchObject({ name: 'web', kind: 'frontend' })
    expect(existsSync(join(root, '.muster'))).toBe(false)
  })

  it('lets no text of others steer the terminal', async () => {
    const description = 'Red \u001b[31mfeeds\u0007\u202e'
    const root = await committed({
      'package.json': JSON.stringify({ name: 'mini', version: '1.0.0', description, exports: './a.js' }),
      'a.js': 'export const a = 1\n',
    })
    for (const line of [[], ['.']]) {
      const { code, stdout } = await muster(['readiness', 'kind', ...line, '--path', root])
      expect([code, ['\u001b', '\u0007', '\u202e'].filter((mark) => stdout.includes(mark))]).toEqual([0, []])
    }
    expect((await muster(['readiness', 'kind', '.', '--path', root])).stdout).toContain('(JavaScript, 1 file)')
  })

  it('writes down what one really is, and judges it so', async () => {
    const root = await committed(unclear)
    const before = JSON.parse((await muster(['readiness', root, '--json'])).stdout)
    expect(before.report).not.toHaveProperty('health_checks')
    const { code, stdout, stderr } = await muster(['readiness', 'kind', '.', 'service', '--path', root])
    expect([code, stdout]).toEqual([0, ''])
    expect(stderr).toMatch(
      /\. is a service now\. The repository has level 1 and \d+ points; it had level 1 and \d+ points\./,
    )
    expect(JSON.parse(settings(root))).toEqual({ kinds: { '.': 'service' } })
    const after = JSON.parse((await muster(['readiness', root, '--json'])).stdout)
    expect(after.apps['.']).toMatchObject({ kind: 'service' })
    expect(after.apps['.']).not.toHaveProperty('mayBe')
    expect(after.report).toHaveProperty('health_checks')
    expect((await muster(['readiness', 'kind', '.', '--path', root])).stdout).toContain(
      '.muster/readiness.json says so',
    )
    const again = await muster(['readiness', 'kind', '.', 'service', '--path', root])
    expect([again.code, again.stderr]).toEqual([0, '.muster/readiness.json says already that . is a service.\n'])
  })

  it('keeps everything else in the settings, and names the kind where applications are listed', async () => {
    const own =
      '{\n  // Ours.\n  "applications": { ".": {}, "web": { "kind": "frontend" } },\n  "leaveOut": ["*.snap"]\n}\n'
    const root = await committed({ ...unclear, '.muster/readiness.json': own })
    const { code, stdout } = await muster(['readiness', 'kind', '.', 'library', '--path', root, '--json'])
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { application: '.', kind: 'library', written: ['.muster/readiness.json'] },
    ])
    expect(settings(root)).toContain('// Ours.')
    expect(settings(root)).toMatch(/"\."\s*:\s*\{\s*"kind": "library"\s*\}/)
    expect(settings(root)).toContain('"leaveOut": ["*.snap"]')
  })

  it('says which applications there are when it knows none of that name, and writes nothing', async () => {
    const root = await committed(unclear)
    const wrong = await muster(['readiness', 'kind', 'api', 'service', '--path', root])
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('There is no application "api"; there are ., web.'),
    ])
    const toy = await muster(['readiness', 'kind', '.', 'toy', '--path', root])
    expect([toy.code, toy.stderr]).toEqual([2, expect.stringContaining('service, frontend, tool, library')])
    const nowhere = await muster(['readiness', 'kind', '.', 'tool', '--path', await temporaryDirectory('empty')])
    expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining('none was found here')])
    expect(existsSync(join(root, '.muster'))).toBe(false)
  })

  it('says so where git ignores the settings, and follows no link out of the repository', async () => {
    const root = await committed({ ...unclear, '.gitignore': '.*\n' })
    const ignored = await muster(['readiness', 'kind', '.', 'service', '--path', root])
    expect([ignored.code, ignored.stderr]).toEqual([1, expect.stringContaining('has no effect: git ignores it.')])
    const outside = await temporaryDirectory('outside')
    const linked = await committed(unclear)
    symlinkSync(outside, join(linked, '.muster'))
    const refused = await muster(['readiness', 'kind', '.', 'service', '--path', linked])
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('.muster is in the way')])
    expect(existsSync(join(outside, 'readiness.json'))).toBe(false)
  })

  it('refuses broken settings, and keeps a mark at the beginning', async () => {
    const root = await committed(unclear)
    writeFiles(root, { '.muster/readiness.json': '{"kinds": ' })
    const { code, stderr } = await muster(['readiness', 'kind', '.', 'service', '--path', root])
    expect([code, stderr]).toEqual([2, expect.stringContaining('.muster/readiness.json')])
    expect(settings(root)).toBe('{"kinds": ')
    writeFileSync(join(root, '.muster/readiness.json'), '\uFEFF{"kinds": {"web": "tool"}}\n')
    const marked = await muster(['readiness', 'kind', '.', 'service', '--path', root])
    expect([marked.code, settings(root).charCodeAt(0)]).toEqual([0, 0xfeff])
    expect(JSON.parse(settings(root).slice(1))).toEqual({ kinds: { web: 'tool', '.': 'service' } })
  })
})
