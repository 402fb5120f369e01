import { describe, expect, it } from 'vitest'
import { planFixes } from '../src/fix/plan.ts'
import { type Files, npm, repositoryOf } from './mini.ts'
import { programs } from './programs.ts'

function agentsPageOf(files: Files): string {
  const { files: written } = planFixes(repositoryOf({ files }), ['agents_md'], { owners: [] })
  return written.find(({ path }) => path === 'AGENTS.md')?.after ?? ''
}

describe('AGENTS.md that fix writes', () => {
  it.each([
    ['scala', { sbt: '#!/bin/sh\n' }, './sbt test'],
    ['zig', { 'build.zig': 'const t = b.addTest(.{});\n' }, 'zig build test'],
    ['haskell', {}, 'cabal test'],
    ['dart', {}, 'dart test'],
    ['swift', {}, 'swift test'],
  ] as const)('has the commands of %s', (language, more, command) => {
    const page = agentsPageOf({ ...programs[language], ...more })
    expect(page).toContain(`${command} `)
    expect(page).not.toContain('There is no test command')
  })

  it('has the commands of a Makefile where it stands before CMake', () => {
    const cmake = { 'CMakeLists.txt': 'project(m)\nenable_testing()\n', 'm.c': 'int m;\n' }
    expect(agentsPageOf(cmake)).toContain('ctest --test-dir build')
    const page = agentsPageOf({ ...cmake, Makefile: 'build:\n\tcmake -B out\n' })
    expect(page).toContain('make build')
    expect(page).not.toContain('ctest')
  })

  it.each([
    [{ 'meson.build': "project('m', 'c')\nsubdir('tests')\n" }, 'meson test -C build'],
    [{ 'configure.ac': 'AC_INIT\n', 'Makefile.am': 'TESTS = a\n' }, 'autoreconf -i && ./configure && make'],
  ])('has the commands of C with %j', (files, command) => {
    expect(agentsPageOf({ ...files, 'm.c': 'int m;\n' })).toContain(command)
  })

  it('names the folders of source and tests', () => {
    const page = agentsPageOf({
      'go.mod': 'module m\n',
      'cmd/m/main.go': 'package main\n\nfunc main() {}\n',
      'internal/a/a.go': 'package a\n',
      'tools/a.py': 'print(1)\n',
      'test/a_test.go': 'package test\n',
    })
    expect(page).toContain('source in `cmd/`, `internal/`; tests in `test/`\n')
  })

  it('has the commands of each part where the root has none', () => {
    const page = agentsPageOf({
      'api/requirements.txt': 'flask==3\npytest==8\n',
      'api/app.py': 'print(1)\n',
      'api/test_app.py': 'def test_a(): pass\n',
      'web/package.json': npm(['react-dom'], { scripts: { build: 'vite build', test: 'vitest' } }),
      'web/src/app.tsx': 'export {}\n',
    })
    expect(page).toContain('In `api`:\n\n```sh\npip install -r requirements.txt  # install\npytest')
    expect(page).toMatch(
      /In `web`:\n\n```sh\nnpm install +# install\nnpm run build +# build\nnpm run test +# test\n```/,
    )
    expect(page).not.toContain('There is no test command')
  })

  it('calls C by its name', () => {
    const makefile = { Makefile: 'all:\n\tcc m.c\n' }
    expect(agentsPageOf({ ...makefile, 'm.c': 'int m;\n', 'm.h': 'extern int m;\n' })).toContain('- `.`: C, ')
    expect(agentsPageOf({ ...makefile, 'm.cpp': 'int m;\n', 'm.h': 'extern int m;\n' })).toContain('- `.`: C++, ')
  })

  it('tells many packages beside each other in one line', () => {
    const crates = Array.from({ length: 9 }, (_, index) => ({
      [`crates/views/v${index}/Cargo.toml`]: `[package]\nname = "v${index}"\n`,
      [`crates/views/v${index}/src/lib.rs`]: 'pub fn a() {}\n',
    }))
    const page = agentsPageOf({ 'Cargo.toml': '[workspace]\n', ...Object.assign({}, ...crates) })
    expect(page).toContain('- `crates/views/`: 9 packages of Rust; each is used by code\n')
    expect(page).not.toContain('crates/views/v1')
  })
})
