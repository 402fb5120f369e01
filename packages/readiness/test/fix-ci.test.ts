import { describe, expect, it } from 'vitest'
import { declaredAuthor, declaredLicense, licenseIds, licenseText } from '../src/fix/license.ts'
import { planFixes } from '../src/fix/plan.ts'
import { judge } from '../src/judge/judge.ts'
import { overlay } from '../src/repository/overlay.ts'
import { parseData } from '../src/repository/parse.ts'
import { ci, type Files, json, library, npm, repositoryOf } from './mini.ts'
import { planOf } from './planned.ts'

const test = { 'src/main.test.ts': 'it()\n' }
const nodeProject = (more: object, files: Files = {}): Files => ({
  'package.json': npm([], { exports: './src/main.ts', ...more }),
  'src/main.ts': 'export {}\n',
  ...test,
  ...files,
})

/** The commands of the workflow that is written. */
function stepsOf(files: Files): string[] {
  const [file] = planOf(files, 'ci_runs_tests').files
  const found = file && JSON.stringify(parseData(file.path, file.after).value)
  return [...(found ?? '').matchAll(/"run":"([^"]+)"/g)].map(([, command = '']) => command)
}

describe('a workflow for the tests', () => {
  it.each<[string, Files, string[]]>([
    [
      'npm, with types and lint',
      nodeProject({ scripts: { test: 'vitest', lint: 'biome', typecheck: 'tsc' } }, { 'package-lock.json': '{}' }),
      ['npm ci', 'npm run typecheck', 'npm run lint', 'npm run test'],
    ],
    [
      'pnpm, with a compiler but no script for it',
      nodeProject(
        { scripts: { test: 'vitest' }, devDependencies: { typescript: '6' } },
        { 'tsconfig.json': '{}', 'pnpm-lock.yaml': '' },
      ),
      ['pnpm install', 'pnpm exec tsc --noEmit', 'pnpm run test'],
    ],
    [
      'Go',
      { 'go.mod': 'module m\n', 'm.go': 'package m\n', 'm_test.go': 'package m\n' },
      ['go build ./...', 'go vet ./...', 'go test ./...'],
    ],
    [
      'uv',
      {
        'pyproject.toml':
          '[project]\nname = "m"\n[dependency-groups]\ndev = ["pytest", "ruff", "mypy"]\n[tool.mypy]\nstrict = true\n',
        'uv.lock': '',
        'm.py': 'print(1)\n',
        'test_m.py': 'def test_m(): pass\n',
      },
      ['uv sync', 'uv run mypy .', 'uv run ruff check .', 'uv run pytest'],
    ],
    [
      'pip, with the tests of Python itself',
      { 'requirements.txt': 'flask==3\n', 'm.py': 'print(1)\n', 'test_m.py': 'import unittest\n' },
      ['pip install -r requirements.txt', 'python -m unittest'],
    ],
    [
      'Ruby',
      {
        Gemfile: "gem 'rspec'\ngem 'rubocop'\n",
        'lib/m.rb': 'class M; end\n',
        'spec/m_spec.rb': 'describe M\n',
      },
      ['bundle install', 'bundle exec rubocop', 'bundle exec rspec'],
    ],
    [
      'PHP, whose pages npm builds',
      {
        'composer.json': JSON.stringify({
          name: 'm/m',
          type: 'project',
          scripts: { 'check-static': 'phpstan --memory-limit=2g', lint: 'phpcs', test: 'phpunit' },
        }),
        'public/index.php': '<?php\n',
        'tests/MTest.php': '<?php\n',
        'package.json': npm([], { scripts: { build: 'sass', test: 'jest' } }),
        'package-lock.json': '{}',
      },
      ['composer install && npm ci', 'npm run build', 'composer check-static', 'composer lint', 'composer test'],
    ],
    [
      'pip, with the group that brings the tools',
      {
        'pyproject.toml':
          '[project]\nname = "m"\n[dependency-groups]\ndev = ["pytest>=8", {include-group = "docs"}]\ndocs = ["sphinx"]\n',
        'm.py': 'print(1)\n',
        'test_m.py': 'def test_m(): pass\n',
      },
      ['pip install -e . --group dev', 'pytest'],
    ],
    [
      'pip, with the extra that brings the tools',
      {
        'pyproject.toml': '[project]\nname = "m"\n[project.optional-dependencies]\ntest = ["pytest"]\n',
        'm.py': 'print(1)\n',
        'test_m.py': 'def test_m(): pass\n',
      },
      ["pip install -e '.[test]'", 'pytest'],
    ],
    [
      'pip, with the list that brings the tools',
      {
        'setup.py': 'from setuptools import setup\nsetup(name="m")\n',
        'requirements/test.txt': 'pytest==8\n',
        'requirements/test-nightly.txt': 'pytest==9\n',
        'm.py': 'print(1)\n',
        'test_m.py': 'def test_m(): pass\n',
      },
      ['pip install -e . -r requirements/test.txt', 'pytest'],
    ],
    [
      'uv, with an extra that brings the tools',
      {
        'pyproject.toml': '[project]\nname = "m"\n[project.optional-dependencies]\ntest = ["pytest"]\n',
        'uv.lock': '',
        'm.py': 'print(1)\n',
        'test_m.py': 'def test_m(): pass\n',
      },
      ['uv sync --extra test', 'uv run pytest'],
    ],
    [
      'Ruby, with a task for the tests',
      {
        Gemfile: 'gemspec\n',
        'm.gemspec': 'Gem::Specification.new { |s| s.name = "m" }\n',
        Rakefile: 'Rake::TestTask.new { |t| t.pattern = "test/*_test.rb" }\n',
        'lib/m.rb': 'class M; end\n',
        'test/m_test.rb': 'class MTest < Minitest::Test; end\n',
      },
      ['bundle install', 'bundle exec rake test'],
    ],
    [
      'PHP, with an analyser that was not told where the source is',
      {
        'composer.json': JSON.stringify({
          name: 'm/m',
          'require-dev': { 'phpstan/phpstan': '^2', 'phpunit/phpunit': '^11' },
        }),
        'src/M.php': '<?php\n',
        'tests/MTest.php': '<?php\n',
      },
      ['composer install', 'vendor/bin/phpunit'],
    ],
    [
      'Rust, with the linter that is set up',
      { 'Cargo.toml': '[package]\nname = "m"\n[lints.clippy]\nall = "warn"\n', 'src/lib.rs': '#[test]\nfn a() {}\n' },
      ['cargo build', 'cargo clippy', 'cargo test'],
    ],
    [
      'Gradle without a wrapper',
      {
        'build.gradle.kts': 'plugins { kotlin("jvm") }\n',
        'src/main/kotlin/M.kt': 'class M\n',
        'src/test/kotlin/MTest.kt': 'class MTest\n',
      },
      ['gradle assemble', 'gradle check'],
    ],
    [
      'CMake',
      {
        'CMakeLists.txt': 'project(m)\nenable_testing()\nadd_library(m src/m.c)\n',
        'src/m.c': 'int m;\n',
        'test/m_test.c': 'int main(void) { return 0; }\n',
      },
      ['cmake -B build && cmake --build build', 'ctest --test-dir build --output-on-failure'],
    ],
    [
      'a Makefile of C',
      {
        Makefile: 'all: m\n\nm: m.c\n\tcc -o m m.c\n\ncheck: m\n\t./tests/test.sh\n',
        'm.c': 'int main(void) { return 0; }\n',
        'tests/test_m.c': 'int main(void) { return 0; }\n',
      },
      ['make', 'make check'],
    ],
    [
      'npm, with a script that only looks',
      nodeProject({ scripts: { test: 'vitest', 'lint:fix': 'eslint --fix', 'lint:check': 'eslint' } }),
      ['npm install', 'npm run lint:check', 'npm run test'],
    ],
    [
      'Go with a linter that machines of the host lack',
      { 'go.mod': 'module m\n', 'm.go': 'package m\n', 'm_test.go': 'package m\n', '.golangci.yml': '{}\n' },
      ['go build ./...', 'go vet ./...', 'go test ./...'],
    ],
    [
      'a Makefile, which says how',
      { 'go.mod': 'module m\n', 'm.go': '', 'm_test.go': '', Makefile: 'test:\n\tgo test -race ./...\n' },
      ['go build ./...', 'go vet ./...', 'make test'],
    ],
  ])('has the commands of %s', (_, files, expected) => {
    expect(stepsOf(files)).toEqual(expected)
  })

  it('reads only, pins its actions, and does nothing dangerous', () => {
    const files = nodeProject({ scripts: { test: 'vitest' } })
    const written = new Map(planOf(files, 'ci_runs_tests').files.map(({ path, after }) => [path, after]))
    const { report } = judge(overlay(repositoryOf({ files }), written))
    for (const id of ['ci_runs_tests', 'token_permissions', 'actions_pinned', 'dangerous_workflows'] as const)
      expect([id, report[id]?.numerator]).toEqual([id, 1])
  })

  it('names a version of Ruby where no file does', () => {
    const ruby = { Gemfile: "gem 'rspec'\n", 'lib/m.rb': 'class M; end\n', 'spec/m_spec.rb': 'describe M\n' }
    const workflowOf = (files: Files) => planOf(files, 'ci_runs_tests').files[0]?.after
    expect(workflowOf(ruby)).toContain("ruby-version: '3.4'")
    expect(workflowOf({ ...ruby, '.ruby-version': '3.3.0\n' })).not.toContain('ruby-version:')
  })

  it.each<[string, Files, string | undefined]>([
    ['there is no command for tests', nodeProject({ scripts: { test: 'echo no test specified' } }), undefined],
    ['another host has the code', nodeProject({ scripts: { test: 'vitest' } }), 'https://git.example.org/a/b'],
  ])('is left to people when %s', (_, files, remoteUrl) => {
    const repository = repositoryOf({ files, ...(remoteUrl && { git: { remoteUrl } }) })
    const plan = planFixes(repository, ['ci_runs_tests'], { owners: [] })
    expect([plan.files, plan.byHand.map(({ id }) => id)]).toEqual([[], ['ci_runs_tests']])
  })

  it('leaves an existing workflow alone, and writes another one', () => {
    const other = { '.github/workflows/ci.yml': 'on: push\njobs: { a: { steps: [{ run: npm ci }] } }\n' }
    const plan = planOf(nodeProject({ scripts: { test: 'vitest' } }, other), 'ci_runs_tests')
    expect(plan.files.map(({ path }) => path)).toEqual(['.github/workflows/tests.yml'])
    expect(planOf({ ...nodeProject({}), ...ci() }, 'ci_runs_tests').nothingToDo).toEqual(['ci_runs_tests'])
  })
})

describe('programs for lock files', () => {
  const withDependency = (more: object = {}) => npm(['fastify'], more)
  it.each<[string, Files, string, string]>([
    ['npm', { 'package.json': withDependency(), 'a.js': '' }, 'npm install --package-lock-only', 'package-lock.json'],
    [
      'pnpm in a workspace',
      {
        'package.json': json({ private: true, name: 'all', packageManager: 'pnpm@10.0.0' }),
        'pnpm-workspace.yaml': 'packages: [api]\n',
        'api/package.json': withDependency(),
        'api/a.js': '',
      },
      'pnpm install --lockfile-only',
      'pnpm-lock.yaml',
    ],
    [
      'Cargo in a workspace',
      {
        'Cargo.toml': '[workspace]\nmembers = ["a"]\n',
        'a/Cargo.toml': '[package]\nname = "a"\n[dependencies]\nserde = "1"\n',
        'a/src/main.rs': 'fn main() {}\n',
      },
      'cargo generate-lockfile',
      'Cargo.lock',
    ],
    [
      'uv below the root',
      {
        'api/pyproject.toml': '[project]\nname = "a"\ndependencies = ["flask"]\n',
        'api/main.py': 'print(1)\n',
      },
      'uv lock',
      'api/uv.lock',
    ],
    [
      'Mix',
      { 'mix.exs': 'defp deps do\n  [\n    {:plug, "~> 1.0"}\n  ]\nend\n', 'lib/a.ex': 'defmodule A do\nend\n' },
      'mix deps.get',
      'mix.lock',
    ],
    ['Bundler', { Gemfile: "gem 'rails'\n", 'a.rb': '' }, 'bundle lock', 'Gemfile.lock'],
  ])('are those of %s, at the right place', (_, files, command, makes) => {
    const { programs, files: written, byHand } = planOf(files, 'deps_pinned')
    expect([written, byHand]).toEqual([[], []])
    expect(programs).toHaveLength(1)
    expect(programs[0]).toMatchObject({ id: 'deps_pinned', makes })
    expect(programs[0]?.command.join(' ')).toContain(command)
  })

  it('are none for a list of requirements, because people decide which tool pins it', () => {
    const { programs, byHand } = planOf({ 'requirements.txt': 'flask\n', 'a.py': 'print(1)\n' }, 'deps_pinned')
    expect([programs, byHand.map(({ id }) => id)]).toEqual([[], ['deps_pinned']])
  })
})

describe('a license', () => {
  it.each(licenseIds)('%s is complete, and names the holder if its text does', (id) => {
    const text = licenseText({ id, holder: 'Ada Lovelace', year: 1843 })
    expect(text.includes('Copyright (c) 1843 Ada Lovelace')).toBe(id !== 'Apache-2.0')
    expect(text).toMatch(/WARRANT/)
    expect(text.endsWith('\n')).toBe(true)
  })

  it('is never chosen for people', () => {
    const files = { ...library, 'package.json': json({ name: 'm', main: './src/main.ts' }) }
    expect(planOf(files, 'license').byHand.map(({ id }) => id)).toEqual(['license'])
  })

  it.each<[string, Files, string | undefined, string | undefined]>([
    ['npm', { 'package.json': json({ license: 'ISC', author: 'Ada <ada@example.org>' }) }, 'ISC', 'Ada'],
    ['npm, as an object', { 'package.json': json({ author: { name: 'Lin' } }) }, undefined, 'Lin'],
    ['Python', { 'pyproject.toml': '[project]\nlicense = "MIT"\nauthors = [{ name = "Grace" }]\n' }, 'MIT', 'Grace'],
    [
      'Cargo, with one that cannot be written',
      { 'Cargo.toml': '[package]\nlicense = "GPL-3.0"\nauthors = ["Jo <jo@example.org>"]\n' },
      undefined,
      'Jo',
    ],
    ['nothing', {}, undefined, undefined],
  ])('and its holder are read from the manifest of %s', (_, files, license, author) => {
    const repository = repositoryOf({ files })
    expect([declaredLicense(repository), declaredAuthor(repository)]).toEqual([license, author])
  })
})
