import { cpSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { externals } from './bundle-command.ts'

const root = resolve(import.meta.dirname, '../..')

interface Manifest {
  readonly exports?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

/** Makes a package of a library that was compiled to `<folder>/src`. */
export function writeLibrary(name: string, folder: string): void {
  renameSync(join(folder, 'src'), join(folder, 'dist'))
  for (const path of globSync('**/*.{js,d.ts}', { cwd: join(folder, 'dist') })) {
    nameBuiltFiles(join(folder, 'dist', path))
  }
  const { exports = {}, dependencies, ...about } = manifestOf(name)
  writeManifest(name, folder, { ...about, exports: builtExports(exports), dependencies, files: ['dist'] })
}

/** Makes a package of the command that was bundled to `<folder>/dist`. */
export function writeCommand(folder: string): void {
  const { dependencies = {}, ...about } = manifestOf('cli')
  const needed = Object.fromEntries(externals.map((name) => [name, dependencies[name]]))
  // Node loads a program of many files quicker if they are no modules.
  writeManifest('cli', folder, {
    ...about,
    type: 'commonjs',
    dependencies: needed,
    files: ['dist', 'bin', 'completion'],
  })
  cpSync(join(root, 'packages/cli/completion'), join(folder, 'completion'), { recursive: true })
  mkdirSync(join(folder, 'bin'))
  cpSync(join(import.meta.dirname, 'muster.js'), join(folder, 'bin/muster.js'))
}

/** Declarations, started programs and required modules name sources by their path. */
function nameBuiltFiles(path: string): void {
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replaceAll(/(['"])(\.{1,2}\/[^'"\n]*)\.ts\1/g, '$1$2.js$1'))
}

function builtExports(exports: Readonly<Record<string, string>>): object {
  const built = Object.entries(exports).map(([entry, path]) => {
    const file = path.replace('./src/', './dist/').replace(/\.ts$/, '')
    return [entry, { types: `${file}.d.ts`, default: `${file}.js` }]
  })
  return Object.fromEntries(built)
}

function manifestOf(name: string): Manifest {
  const path = join(root, 'packages', name, 'package.json')
  const { private: _private, devDependencies: _tools, ...rest } = JSON.parse(readFileSync(path, 'utf8'))
  return { ...rest, engines: { node: '>=20.19' } }
}

function writeManifest(name: string, folder: string, manifest: object): void {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  cpSync(join(root, 'packages', name, 'README.md'), join(folder, 'README.md'))
}
