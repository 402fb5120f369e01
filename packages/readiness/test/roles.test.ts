import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { itJudges } from './meaning/it-judges.ts'
import { ci, type Files, repositoryOf } from './mini.ts'

const role: Files = {
  'meta/main.yml': 'galaxy_info:\n  author: a\n',
  'tasks/main.yml': '- ansible.builtin.package: name=a\n',
  'README.md': '# Role\n',
}
const scenario: Files = { 'molecule/default/molecule.yml': 'driver:\n  name: docker\n' }

/** A role of Ansible has no manifest but its own words. */
const rows: readonly (readonly [lesson: string, found: readonly string[], files: Files])[] = [
  ['a role alone', ['. infrastructure'], role],
  ['a role with what tests it', ['. infrastructure'], { ...role, ...scenario, 'requirements.txt': 'molecule\n' }],
  [
    'a role with a filter of its own',
    ['. infrastructure'],
    { ...role, 'filter_plugins/a.py': 'def a(): pass\n', Gemfile: 'gem "test-kitchen"\n' },
  ],
  ['tasks that are no role', [], { 'tasks/main.yml': '- name: a\n' }],
]

it.each(rows)('finds %s', (_, expected, files) => {
  const found = findApplications(repositoryOf({ files }))
  expect(found.map(({ name, kind }) => `${name} ${kind}`)).toEqual(expected)
})

describe('Molecule tests a role', () => {
  itJudges([
    ['a scenario', 'unit_tests_exist', 'passes', { ...role, ...scenario }],
    ['no scenario', 'unit_tests_exist', 'fails', role],
    ['a scenario', 'unit_tests_runnable', 'passes', { ...role, ...scenario }],
    ['a scenario in CI', 'flaky_test_detection', 'fails', { ...role, ...scenario, ...ci('molecule test') }],
    [
      'a scenario beside a program',
      'unit_tests_exist',
      'fails',
      { ...scenario, 'go.mod': 'module a\n', 'main.go': 'package main\n' },
    ],
  ])
})

describe('pages of a role are written by a tool', () => {
  itJudges([['aar-doc', 'automated_doc_generation', 'passes', { ...role, ...ci('aar-doc roles/a markdown') }]])
})
