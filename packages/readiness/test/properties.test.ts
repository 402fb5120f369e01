import { scoreOf } from '@muster/contract/readiness/score'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judge } from '../src/judge/judge.ts'
import { type Files, repositoryOf } from './mini.ts'
import { stacks } from './stacks.ts'

const reportOf = (files: Files) => JSON.stringify(judge(repositoryOf({ files })).report)

const anyStack = fc.constantFrom(...Object.values(stacks))
const folder = fc.constantFrom('', 'assets/', 'data/deep/er/', 'apps/api/src/images/', 'ledger/', 'src/')
const unrelated = fc.tuple(
  folder,
  fc.stringMatching(/^[a-z]{1,8}$/),
  fc.constantFrom('.png', '.csv', '.bin', '.dat', '.woff2', '.css'),
)

describe('any repository', () => {
  it('gets the same report after unrelated files are added', () => {
    fc.assert(
      fc.property(anyStack, fc.array(unrelated, { maxLength: 5 }), fc.uint8Array(), (files, names, content) => {
        const more = Object.fromEntries(
          names.map(([place, name, extension]) => [`${place}x-${name}${extension}`, content]),
        )
        expect(reportOf({ ...files, ...more })).toBe(reportOf(files))
      }),
      { numRuns: 60 },
    )
  })

  it('gets the same report in any order of its files', () => {
    fc.assert(
      fc.property(
        anyStack.chain((files) =>
          fc.tuple(
            fc.constant(files),
            fc.shuffledSubarray(Object.keys(files), { minLength: Object.keys(files).length }),
          ),
        ),
        ([files, order]) => {
          const shuffled = Object.fromEntries(order.map((path) => [path, files[path] ?? '']))
          expect(reportOf(shuffled)).toBe(reportOf(files))
        },
      ),
      { numRuns: 60 },
    )
  })

  it('gets a valid report, whatever is in its files', () => {
    const names = fc.constantFrom(
      'package.json',
      'pyproject.toml',
      'Cargo.toml',
      'pom.xml',
      '.github/workflows/ci.yml',
      'tsconfig.json',
      '.devcontainer/devcontainer.json',
      '.golangci.yml',
      'src/a.ts',
      'README.md',
      'renovate.json',
      '.muster/x.json',
      'go.mod',
      'Gemfile',
    )
    const content = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.uint8Array(),
      fc.constantFrom(
        '[[[[',
        '{"a": ',
        '- &a [*a]',
        'a: *missing',
        '[a]\n[a]',
        '{"workspaces": 5, "dependencies": [1], "scripts": "x", "name": {}}',
        '{"extends": "./tsconfig.json"}',
        '[project]\ndependencies = "x"\n',
      ),
    )
    fc.assert(
      fc.property(fc.dictionary(names, content, { maxKeys: 8 }), (files) => {
        const { report } = judge(repositoryOf({ files }))
        for (const { numerator, denominator, rationale } of Object.values(report)) {
          expect(denominator).toBeGreaterThanOrEqual(1)
          expect(numerator).toBeGreaterThanOrEqual(0)
          expect(numerator).toBeLessThanOrEqual(denominator)
          expect(rationale.length).toBeLessThan(20_000)
          expect(rationale).not.toMatch(/\p{Cc}/u)
        }
        expect(scoreOf(report).level).toBeGreaterThanOrEqual(1)
      }),
      { numRuns: 400 },
    )
  })
})
