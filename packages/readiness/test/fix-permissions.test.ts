import { describe, expect, it } from 'vitest'
import { planFixes } from '../src/fix/plan.ts'
import { library, repositoryOf } from './mini.ts'
import { planOf, written } from './planned.ts'

const path = '.github/workflows/ci.yml'
const workflow = (...steps: readonly string[]) =>
  `# Checks each change.\non: push\n\njobs:\n  check:\n    runs-on: ubuntu-latest\n    steps:\n${steps.map((step) => `      - ${step}\n`).join('')}`
const limited = (text: string) => written({ ...library, [path]: text }, 'token_permissions', path)

describe('permissions of workflows', () => {
  it('are those of a reader where nothing writes, and all else stays', () => {
    const before = workflow('uses: actions/checkout@v5', 'run: npm test', 'uses: codecov/codecov-action@v5')
    expect(limited(before)).toBe(before.replace('jobs:', 'permissions:\n  contents: read\n\njobs:'))
  })

  it('come with a sentence about jobs that write after all', () => {
    const { thenDo } = planOf({ ...library, [path]: workflow('run: npm test') }, 'token_permissions')
    expect(thenDo).toEqual([expect.stringContaining('give this job the right that it needs')])
  })

  it.each([
    'uses: softprops/action-gh-release@v2',
    'uses: somebody/comment-on-pull-request@v1',
    'uses: ./.github/actions/do-it',
    'run: gh release create v1',
    'run: git push origin x',
    'run: npm publish',
    'run: ./scripts/ship',
    'run: eval $' + '{{ inputs.command }}',
    '{ run: x, env: { A: "$' + '{{ secrets.GITHUB_TOKEN }}" } }',
    '{ run: x, env: { A: "$' + '{{ github.token }}" } }',
  ])('are left to people where a step may write: %s', (step) => {
    expect(limited(workflow(step))).toBeUndefined()
  })

  it.each([
    ['that others call', 'on: workflow_call'],
    ['for releases', 'on: release'],
    ['with the rights of the base', 'on: pull_request_target'],
    ['that says what it may', 'on: push\npermissions: { contents: write }'],
    ['that a tool writes', '# Generated, do not edit.\non: push'],
  ])('are left to people in a workflow %s', (_, head) => {
    expect(limited(workflow('run: npm test').replace('on: push', head))).toBeUndefined()
  })
})

describe('a hostile Makefile', () => {
  it('is read as often for five hundred words as for five', () => {
    const rules = Array.from({ length: 5000 }, (_, index) => `t${index}: t${index + 1}\n\techo\n`).join('')
    const reads = (words: number) => {
      const repository = repositoryOf({
        files: {
          'go.mod': 'module m\n',
          'm.go': '',
          Makefile: rules,
          [path]: workflow(`run: make${' t1'.repeat(words)}`),
        },
      })
      let count = 0
      const counting = {
        ...repository,
        text(name: string) {
          if (name === 'Makefile') count++
          return repository.text(name)
        },
      }
      planFixes(counting, ['agents_md'], { owners: [] })
      return count
    }
    expect(reads(500)).toBe(reads(5))
  })
})
