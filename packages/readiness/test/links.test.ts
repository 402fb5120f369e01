import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { evaluate } from '../src/evaluate.ts'
import { library, prose } from './mini.ts'
import { committed, git, temporaryDirectory, writeFiles } from './temporary-repository.ts'

async function evaluated(link: (root: string) => void) {
  const root = await committed({ ...library, '.agents/AGENTS.md': `${prose}\n` })
  link(root)
  git(root, 'add', '-A')
  git(root, 'commit', '-qm', 'Link')
  return (await evaluate(root, { version: '1' })).report.report
}

describe('links', () => {
  it('inside of the repository are followed', async () => {
    const report = await evaluated((root) => {
      symlinkSync('.agents/AGENTS.md', join(root, 'AGENTS.md'))
      symlinkSync('AGENTS.md', join(root, 'CLAUDE.md'))
    })
    expect(report.agents_md).toMatchObject({ numerator: 1, rationale: 'AGENTS.md:1 is there.' })
  })

  it.each<[string, (root: string, outside: string) => string]>([
    ['outside', (_, outside) => join(outside, 'AGENTS.md')],
    ['outside, by a relative way', () => '../../../../../../etc/passwd'],
    ['nowhere', () => 'gone.md'],
    ['to themselves', () => 'AGENTS.md'],
    ['to a directory', () => '.agents'],
  ])('that lead %s are not', async (_, target) => {
    const outside = await temporaryDirectory()
    writeFiles(outside, { 'AGENTS.md': prose })
    const report = await evaluated((root) => symlinkSync(target(root, outside), join(root, 'AGENTS.md')))
    expect(report.agents_md).toMatchObject({ numerator: 0 })
  })

  it.each([
    ['.claude', '.claude/skills', '../skills'],
    ['.agents/skills', '.agents/skills/a', '../../skills/a'],
  ])('to a folder that all agents share are followed where agents look: %s', async (folder, link, target) => {
    const root = await committed({ ...library, 'skills/a/SKILL.md': '---\nname: a\ndescription: b\n---\n' })
    mkdirSync(join(root, folder), { recursive: true })
    symlinkSync(target, join(root, link))
    git(root, 'add', '-A')
    git(root, 'commit', '-qm', 'Link')
    const { report } = (await evaluate(root, { version: '1' })).report
    expect(report.agentic_development).toMatchObject({ numerator: 1 })
  })

  it('that lead in a circle are not', async () => {
    const report = await evaluated((root) => {
      mkdirSync(join(root, 'a'))
      symlinkSync('a/CLAUDE.md', join(root, 'AGENTS.md'))
      symlinkSync('../AGENTS.md', join(root, 'a/CLAUDE.md'))
    })
    expect(report.agents_md).toMatchObject({ numerator: 0 })
  })
})
