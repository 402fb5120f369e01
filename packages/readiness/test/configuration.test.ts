import { describe, expect, it } from 'vitest'
import { evaluateOpened } from '../src/evaluate-opened.ts'
import { markdownOf } from '../src/output/markdown.ts'
import type { GitFacts } from '../src/repository/git-facts.ts'
import { type Files, json, library, npm, repositoryOf, service } from './mini.ts'

function evaluated(files: Files, configuration: object, git: GitFacts = { committedOn: '2026-06-15' }) {
  const repository = repositoryOf({ files: { ...files, '.muster/readiness.json': json(configuration) }, git })
  return evaluateOpened({ repository, root: '/shop', notes: [] }, { version: '1' })
}

const two: Files = {
  'a/package.json': npm([], { name: 'a', exports: './a.ts' }),
  'a/a.ts': 'export {}\n',
  'b/b.ts': 'export {}\n',
}

describe('.muster/readiness.json', () => {
  it('gives many applications a kind with a star, and one of them another', () => {
    const files = Object.fromEntries(
      ['a', 'b', 'c'].flatMap((name) => [
        [`packages/${name}/package.json`, npm([], { name, exports: './a.ts' })],
        [`packages/${name}/a.ts`, 'export {}\n'],
      ]),
    )
    const { applications } = evaluated(files, { kinds: { 'packages/*': 'tool', 'packages/b': 'service' } })
    expect(applications.map(({ kind }) => kind)).toEqual(['tool', 'service', 'tool'])
  })

  it('names the applications and their kinds', () => {
    const { applications, report } = evaluated(two, { applications: { b: { kind: 'service' }, a: {} } })
    expect(applications.map(({ name, kind }) => [name, kind])).toEqual([
      ['a', 'library'],
      ['b', 'service'],
    ])
    expect(report.report.health_checks).toMatchObject({ denominator: 1 })
  })

  it('corrects the kind of an application that is found', () => {
    expect(evaluated(service(), {}).report.report.health_checks).toBeDefined()
    const { applications, report } = evaluated(service(), { kinds: { '.': 'library' } })
    expect(applications[0]?.kind).toBe('library')
    expect(report.report.health_checks).toBeUndefined()
  })

  it('leaves out paths, as .gitignore would name them', () => {
    const { applications, fileCount } = evaluated(
      { ...two, 'x/package.json': npm(['fastify']), 'x/x.js': 'run()\n' },
      { leaveOut: ['/x/', '*.md'] },
    )
    expect(applications.map(({ name }) => name)).toEqual(['a'])
    expect(fileCount).toBe(4)
  })

  it.each([
    ['a file that is there', { file: 'src/main.ts' }, 1, 'src/main.ts:1 is there.'],
    ['a file that is not', { file: 'NOTICE' }, 0, 'NOTICE is not there, or is no text; add it.'],
    ['a line', { file: 'src/main.ts', pattern: 'const * = 42' }, 1, 'src/main.ts:1 holds const * = 42.'],
    [
      'a line that is not there',
      { file: 'src/main.ts', pattern: '42*answer' },
      0,
      'No line of src/main.ts holds 42*answer; add one.',
    ],
    ['a field', { file: 'package.json', field: ['private'] }, 1, 'package.json:1 sets private.'],
    [
      'a field that is not there',
      { file: 'package.json', field: ['volta', 'node'] },
      0,
      'package.json has no field volta.node; add it.',
    ],
    [
      'a field with another value',
      { file: 'package.json', field: ['private'], equals: false },
      0,
      'package.json sets private to something else; set it to false.',
    ],
  ])('has criteria of its own: %s', (_, criterion, numerator, rationale) => {
    const { report, score } = evaluated(library, { criteria: { ours: { title: 'Ours', ...criterion } } })
    expect(report.report.ours).toEqual({ numerator, denominator: 1, rationale })
    expect(score.passing.has('ours')).toBe(false)
    expect(evaluated(library, {}).score.score).toBe(score.score)
  })

  it('shows own criteria and exemptions in Markdown', () => {
    const text = markdownOf(
      evaluated(library, {
        criteria: { ours: { title: 'Ours', file: 'NOTICE' } },
        exemptions: { codeowners: { reason: 'One person.', until: '2026-12-31' } },
      }),
    )
    expect(text).toContain('- ✗ **Ours**: NOTICE is not there')
    expect(text).toContain('- `codeowners` until 2026-12-31: One person.')
  })

  it('exempts until a day, compared with the day of the commit', () => {
    const exemptions = { codeowners: { reason: 'One person.', until: '2026-06-15' } }
    const before = evaluated(library, { exemptions })
    expect([before.report.report.codeowners, before.report.switchedOff, before.notes]).toEqual([
      undefined,
      exemptions,
      [],
    ])
    const after = evaluated(library, { exemptions }, { committedOn: '2026-06-16' })
    expect(after.report.report.codeowners).toMatchObject({ numerator: 0 })
    expect(after.report).not.toHaveProperty('switchedOff')
    expect(after.notes).toEqual([
      'The exemption of codeowners in .muster/readiness.json ended on 2026-06-15, so it is judged again.',
    ])
  })

  it('exempts some applications only', () => {
    const files = { ...two, 'b/package.json': npm([], { name: 'b', exports: './b.ts' }) }
    const exemptions = { unit_tests_exist: { reason: 'Generated.', applications: ['b'] } }
    expect(evaluated(files, {}).report.report.unit_tests_exist).toMatchObject({ denominator: 2 })
    expect(evaluated(files, { exemptions }).report.report.unit_tests_exist).toMatchObject({ denominator: 1 })
    expect(evaluated(files, { exemptions }).report.failing?.unit_tests_exist).toEqual(['a'])
  })

  it.each([
    [{ kinds: { 'nowhere/*': 'tool' } }, 'names the application "nowhere/*", but no file is below it'],
    [{ kinds: { nowhere: 'tool' } }, 'names the application "nowhere", but no file is below it'],
    [
      { kinds: { '.': 'toy' } },
      'kinds["."] in .muster/readiness.json must be one of service, frontend, tool, library, infrastructure.',
    ],
    [{ leaveOut: 'docs' }, 'leaveOut in .muster/readiness.json must be a list.'],
    [{ leaveOut: [''] }, 'leaveOut.0 in .muster/readiness.json must not be empty.'],
    [{ criteria: { ours: { title: 'Ours' } } }, 'criteria.ours in .muster/readiness.json needs file.'],
    [{ switchedOff: { codeowners: '' } }, 'must say why codeowners is not judged.'],
    [
      { exemptions: { codeowners: { reason: 'x', until: 'soon' } } },
      'until in .muster/readiness.json must be a day such',
    ],
    [{ exemptions: { codeowners: { reason: 'x', until: '2027-02-30' } } }, 'ends on 2027-02-30, which is no day.'],
    [
      { exemptions: { formatter: { reason: 'x', applications: ['web'] } } },
      'names the application "web", but no file is below it',
    ],
    [
      { exemptions: { codeowner: { reason: 'x' } } },
      'names "codeowner", which is no criterion; did you mean codeowners?',
    ],
    [{ exemptions: { codeowners: { until: '2026-01-01' } } }, 'must say why codeowners is not judged'],
    [{ criteria: { readme: { title: 'R', file: 'R' } } }, 'defines readme, which is a criterion already'],
    [{ criteria: { Ours: { title: 'R', file: 'R' } } }, 'needs an id of lower-case letters'],
    [{ criteria: { ours: { title: 'R', file: 'R', pattern: 'a', field: ['b'] } } }, 'has a pattern and a field'],
  ])('refuses %j', (configuration, message) => {
    expect(() => evaluated(library, configuration)).toThrow(message)
  })
})
