import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { git, temporaryDirectory } from '../../readiness/test/temporary-repository.ts'
import { muster } from './run-muster.ts'

describe('muster readiness fix with programs and decisions', () => {
  async function project(manifest: object): Promise<string> {
    const root = await temporaryDirectory()
    git(root, 'init', '-q')
    git(root, 'config', 'user.name', 'Ada Lovelace')
    git(root, 'config', 'user.email', 'ada@example.org')
    writeFileSync(join(root, 'package.json'), JSON.stringify(manifest))
    writeFileSync(join(root, 'main.js'), 'exports.answer = 42\n')
    mkdirSync(join(root, 'part'))
    writeFileSync(join(root, 'part/package.json'), '{"name": "part", "version": "1.0.0"}')
    git(root, 'add', '--all')
    git(root, 'commit', '-q', '-m', 'First')
    return root
  }
  const isMet = async (root: string, id: string) =>
    JSON.parse((await muster(['readiness', root, '--json'])).stdout).report[id].numerator

  it('runs a package manager only when told so, and the criterion passes with its lock file', async () => {
    const root = await project({ name: 'm', main: 'main.js', dependencies: { part: 'file:part' } })
    const told = await muster(['readiness', 'fix', 'deps_pinned', '--path', root, '--yes'])
    expect([told.code, told.stderr]).toEqual([
      0,
      expect.stringMatching(/^To make package-lock\.json, run `npm install/),
    ])
    expect(existsSync(join(root, 'package-lock.json'))).toBe(false)
    const { code, stderr } = await muster(['readiness', 'fix', 'deps_pinned', '--path', root, '--run', '--pr'])
    expect([code, stderr]).toEqual([0, expect.stringContaining('Made: package-lock.json.')])
    expect(git(root, 'show', '--name-only', '--format=%s', 'HEAD').trim()).toBe('Meet deps_pinned\n\npackage-lock.json')
    expect(await isMet(root, 'deps_pinned')).toBe(1)
  })

  it('says what to do when the registry cannot be reached', async () => {
    const root = await project({ name: 'm', main: 'main.js', dependencies: { fastify: '5.0.0' } })
    const settings = ['registry=http://127.0.0.1:9/', 'fetch-retries=0', `cache=${join(root, 'part/cache')}`]
    writeFileSync(join(root, '.npmrc'), settings.join('\n'))
    const { code, stderr } = await muster(['readiness', 'fix', 'deps_pinned', '--path', root, '--run'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('package-lock.json was not made: npm ended with 1.')])
    expect(stderr).toContain('run `npm install --package-lock-only')
    expect(existsSync(join(root, 'package-lock.json'))).toBe(false)
  })

  it('writes the license that was named, with the holder that git knows, and guesses none', async () => {
    const root = await project({ name: 'm', main: 'main.js' })
    const none = await muster(['readiness', 'fix', 'license', '--path', root, '--yes'])
    expect([none.code, none.stderr]).toEqual([0, expect.stringContaining('Say which license with --license MIT, ')])
    expect(existsSync(join(root, 'LICENSE'))).toBe(false)
    const { code, stderr } = await muster(['readiness', 'fix', 'license', '--path', root, '--license', 'MIT', '--yes'])
    expect([code, stderr]).toEqual([0, expect.stringContaining('its holder is Ada Lovelace (from the settings of git')])
    expect(readFileSync(join(root, 'LICENSE'), 'utf8')).toMatch(/^MIT License\n\nCopyright \(c\) \d{4} Ada Lovelace\n/)
    expect(await isMet(root, 'license')).toBe(1)
  })

  it('writes the license that the manifest names already, and the holder that is given', async () => {
    const root = await project({ name: 'm', main: 'main.js', license: 'ISC', author: 'Lin' })
    const { code } = await muster(['readiness', 'fix', 'license', '--path', root, '--holder', 'Acme', '--yes'])
    expect(code).toBe(0)
    expect(readFileSync(join(root, 'LICENSE'), 'utf8')).toMatch(/^ISC License\n\nCopyright \(c\) \d{4} Acme\n/)
  })

  it('writes what it knows, and names the file that is left to people', async () => {
    const root = await project({ name: 'm', main: 'main.js' })
    const folder = join(root, '.github/workflows')
    mkdirSync(folder, { recursive: true })
    const workflow = (line: string) => `on: push\njobs:\n  a:\n    steps:\n      - run: ${line}\n`
    writeFileSync(join(folder, 'test.yml'), workflow('npm test'))
    writeFileSync(join(folder, 'other.yml'), workflow('gh api repos'))
    git(root, 'add', '--all')
    git(root, 'commit', '-q', '-m', 'Workflows')
    const { code, stderr } = await muster(['readiness', 'fix', 'token_permissions', '--path', root, '--yes', '--pr'])
    expect([code, stderr]).toEqual([0, expect.stringMatching(/in part; the rest by hand: .*workflows\/other\.yml/)])
    expect(git(root, 'show', '--name-only', '--format=%s', 'HEAD').trim()).toBe(
      'Begin with token_permissions\n\n.github/workflows/test.yml',
    )
  })
})

/** Puts a disk there that has room for one file; not everybody may. */
function mountTinyDisk(root: string, room = 'size=4k,nr_inodes=2'): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', room, 'tmpfs', root]).status === 0
}

describe('a file that would lose something', () => {
  it('stays as it is, and nothing else is written', async () => {
    const root = join(await temporaryDirectory(), 'shop')
    mkdirSync(root)
    const rules = Buffer.from('caf\xe9/\n', 'latin1')
    writeFileSync(join(root, '.gitignore'), rules)
    writeFileSync(join(root, 'package.json'), '{ "name": "shop", "main": "main.js" }\n')
    writeFileSync(join(root, 'main.js'), 'run()\n')
    const wanted = ['gitignore_comprehensive', 'agents_md']
    const { code, stderr } = await muster(['readiness', 'fix', ...wanted, '--path', root, '--yes'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('.gitignore is not plain UTF-8')])
    expect(readFileSync(join(root, '.gitignore')).equals(rules)).toBe(true)
    expect(existsSync(join(root, 'AGENTS.md'))).toBe(false)
  })
})

describe('a full disk', () => {
  it('is reported when a file cannot be written', async ({ skip }) => {
    const root = join(await temporaryDirectory(), 'disk')
    mkdirSync(root)
    if (!mountTinyDisk(root)) skip('disks cannot be mounted here')
    onTestFinished(() => void spawnSync('umount', [root]))
    writeFileSync(join(root, 'main.js'), '')
    const { code, stderr } = await muster(['readiness', 'fix', 'agents_md', '--path', root, '--yes'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('Cannot write AGENTS.md (ENOSPC).')])
    expect(stderr).toContain('The disk is full; make room, and try again.')
  })

  it('leaves no part of a file behind', async ({ skip }) => {
    const root = join(await temporaryDirectory(), 'disk')
    mkdirSync(root)
    if (!mountTinyDisk(root, 'size=4k,nr_inodes=9')) skip('disks cannot be mounted here')
    onTestFinished(() => void spawnSync('umount', [root]))
    writeFileSync(join(root, 'main.js'), 'run()\n')
    const { code, stderr } = await muster(['readiness', 'fix', 'agents_md', '--path', root, '--yes'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('Cannot write AGENTS.md (ENOSPC).')])
    expect(existsSync(join(root, 'AGENTS.md'))).toBe(false)
  })
})
