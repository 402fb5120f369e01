import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../built-folder.ts'
import { type Files, readFolder } from './archive.ts'
import { externals } from './bundle-command.ts'

interface Manifest {
  readonly exports?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string | undefined>>
  readonly [field: string]: unknown
}

/** A package of a library that was compiled, with all packages that it needs: nothing else is fetched for it. */
export function libraryFiles(name: string, compiled: Files, built: ReadonlyMap<string, Files>): Files {
  const { exports = {}, dependencies = {}, ...about } = manifestOf(name)
  const files = [...compiled].map(([path, bytes]) => [`dist/${path}`, nameBuiltFiles(path, bytes)] as const)
  const manifest = { ...about, exports: builtExports(exports), dependencies }
  return packageFiles(name, manifest, new Map([...files, ...neededFiles(Object.keys(dependencies), built)]))
}

/** A package of the command that was bundled. */
export function commandFiles(bundled: Files): Files {
  const { dependencies = {}, ...about } = manifestOf('cli')
  const needed = Object.fromEntries(externals.map((name) => [name, dependencies[name]]))
  const completion = readFolder(join(projectRoot, 'packages/cli/completion'))
  const files = new Map([
    ...[...bundled].map(([path, bytes]) => [`dist/${path}`, bytes] as const),
    ...[...completion].map(([path, bytes]) => [`completion/${path}`, bytes] as const),
    ['bin/muster.js', readFileSync(join(import.meta.dirname, 'muster.js'))],
    ...neededFiles(externals, new Map()),
  ] as const)
  // Node loads a program of many files quicker if they are no modules.
  return packageFiles('cli', { ...about, type: 'commonjs', dependencies: needed }, files)
}

/** The files of other packages, where npm looks for those that come with a package. */
function neededFiles(names: readonly string[], built: ReadonlyMap<string, Files>): [string, Buffer][] {
  return names.flatMap((name) => {
    const files = [...(built.get(name) ?? readFolder(join(projectRoot, 'node_modules', name)))]
    // What these need themselves is beside them.
    return files.map(([path, bytes]): [string, Buffer] =>
      path.startsWith('node_modules/') ? [path, bytes] : [`node_modules/${name}/${path}`, bytes],
    )
  })
}

/** Declarations, started programs and required modules name sources by their path. */
function nameBuiltFiles(path: string, bytes: Buffer): Buffer {
  if (!/\.(js|d\.ts)$/.test(path)) return bytes
  return Buffer.from(bytes.toString('utf8').replaceAll(/(['"])(\.{1,2}\/[^'"\n]*)\.ts\1/g, '$1$2.js$1'))
}

function builtExports(exports: Readonly<Record<string, string>>): object {
  const built = Object.entries(exports).map(([entry, path]) => {
    const file = path.replace('./src/', './dist/').replace(/\.ts$/, '')
    return [entry, { types: `${file}.d.ts`, default: `${file}.js` }]
  })
  return Object.fromEntries(built)
}

function manifestOf(name: string): Manifest {
  const path = join(projectRoot, 'packages', name, 'package.json')
  const { private: _private, devDependencies: _tools, ...rest } = JSON.parse(readFileSync(path, 'utf8'))
  return { ...rest, engines: { node: '>=22.13' } }
}

function packageFiles(name: string, manifest: Omit<Manifest, 'exports'>, files: Files): Files {
  const whole = { ...manifest, bundleDependencies: Object.keys(manifest.dependencies ?? {}) }
  return new Map([
    ['package.json', Buffer.from(`${JSON.stringify(whole, null, 2)}\n`)],
    ['LICENSE', readFileSync(join(projectRoot, 'LICENSE'))],
    ['README.md', readFileSync(join(projectRoot, 'packages', name, 'README.md'))],
    ...files,
  ])
}
