import type { Commands, FixContext } from './fix.ts'

/** The commands of build tools that fewer organizations use; `undefined` where none of them is at the root. */
export function furtherCommands({ repository }: FixContext): Commands | undefined {
  const has = (name: string) => repository.has(name)
  const text = (name: string) => repository.text(name) ?? ''
  if (has('build.sbt')) {
    // A wrapper beside the build brings the right version of sbt.
    const sbt = has('sbt') ? './sbt' : 'sbt'
    return { build: `${sbt} compile`, test: `${sbt} test` }
  }
  if (has('build.zig'))
    return { build: 'zig build', ...(text('build.zig').includes('addTest(') && { test: 'zig build test' }) }
  if (has('melos.yaml')) return { install: 'melos bootstrap' }
  if (has('pubspec.yaml')) {
    const tool = /^\s+sdk: flutter$/m.test(text('pubspec.yaml')) ? 'flutter' : 'dart'
    return { install: `${tool} pub get`, lint: `${tool} analyze`, test: `${tool} test` }
  }
  if (has('project.clj')) return { test: 'lein test' }
  if (has('stack.yaml')) return { build: 'stack build', test: 'stack test' }
  if (repository.namesIn('').some((name) => name.endsWith('.cabal')))
    return { build: 'cabal build', test: 'cabal test' }
  if (has('Package.swift')) return { build: 'swift build', test: 'swift test' }
  return undefined
}
