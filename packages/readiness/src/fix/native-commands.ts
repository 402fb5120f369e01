import type { Repository } from '../repository/create-repository.ts'
import type { Commands } from './fix.ts'

/** The commands of C and C++: of CMake, Meson, autotools, or a plain Makefile. */
export function nativeCommands(repository: Repository): Commands {
  const has = (name: string) => repository.has(name)
  const text = (name: string) => repository.text(name) ?? ''
  const targets = targetsOf(repository.text('Makefile'))
  // A Makefile that builds stands before it, and may build elsewhere.
  if (has('CMakeLists.txt') && !targets.has('build')) {
    const hasTests = /\b(enable_testing|add_test|include\s*\(\s*CTest)\b/i.test(text('CMakeLists.txt'))
    const test = 'ctest --test-dir build --output-on-failure'
    return { build: 'cmake -B build && cmake --build build', ...(hasTests && { test }) }
  }
  if (has('meson.build')) {
    const hasTests = /^\s*test\s*\(|\bsubdir\s*\(\s*'tests?'/m.test(text('meson.build'))
    return { build: 'meson setup build && meson compile -C build', ...(hasTests && { test: 'meson test -C build' }) }
  }
  if (has('configure.ac')) {
    const prepare = has('autogen.sh') ? './autogen.sh && ' : has('configure') ? '' : 'autoreconf -i && '
    const hasTests = /^(TESTS|check_PROGRAMS)\b|^check(-local)?:|^SUBDIRS\b.*\btests?\b/m.test(text('Makefile.am'))
    return { build: `${prepare}./configure && make`, ...(hasTests && { test: 'make check' }) }
  }
  return { ...(targets.has('all') && { build: 'make' }), ...(targets.has('check') && { test: 'make check' }) }
}

export function targetsOf(makefile: string | undefined): ReadonlySet<string> {
  return new Set([...(makefile ?? '').matchAll(/^([\w-]+)\s*:(?!=)/gm)].map(([, name = '']) => name))
}
