import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * Builds what others can install: `npm run pack -- DIR` leaves a tarball of each package in DIR. Inside are JavaScript,
 * declarations and maps, and no tests. What only the command uses of ours lies in its own tarball.
 */
const published = ['contract', 'sdk', 'hooks', 'history', 'cli'] as const
const bundledWithCli = ['readiness', 'computer'] as const
const root = resolve(import.meta.dirname, '..')

interface Manifest {
  readonly name: string
  readonly version: string
  readonly exports?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

const target = process.argv[2]
if (target === undefined) {
  console.error('Name a directory for the tarballs: npm run pack -- DIR')
  process.exit(2)
}
const stage = mkdtempSync(join(tmpdir(), 'muster-pack-'))
try {
  mkdirSync(target, { recursive: true })
  compile()
  for (const name of [...published, ...bundledWithCli]) prepare(name)
  for (const name of bundledWithCli) {
    cpSync(join(stage, name), join(stage, 'cli/node_modules/@muster', name), { recursive: true })
  }
  for (const name of published) {
    const options = { cwd: join(stage, name), encoding: 'utf8' } as const
    const file = execFileSync('npm', ['pack', '--silent', '--pack-destination', resolve(target)], options)
    console.log(join(target, file.trim()))
  }
} finally {
  rmSync(stage, { recursive: true, force: true })
}

/** All packages at once, since they name each other. */
function compile(): void {
  const all = [...published, ...bundledWithCli]
  const settings = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      rewriteRelativeImportExtensions: true,
      declaration: true,
      declarationMap: false,
      sourceMap: true,
      inlineSources: true,
      target: 'es2023',
      rootDir: join(root, 'packages'),
      outDir: stage,
    },
    include: all.map((name) => join(root, 'packages', name, 'src/**/*.ts')),
    exclude: all.map((name) => join(root, 'packages', name, 'src/**/*.test.ts')),
  }
  // Below the root, so that packages are found from there.
  const path = join(root, `tsconfig.pack-${process.pid}.json`)
  writeFileSync(path, JSON.stringify(settings))
  try {
    execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', path], { stdio: 'inherit' })
  } finally {
    rmSync(path)
  }
}

/** Makes a package of what was compiled: `dist`, a manifest, and files that are no source. */
function prepare(name: string): void {
  const source = join(root, 'packages', name)
  const folder = join(stage, name)
  cpSync(join(folder, 'src'), join(folder, 'dist'), { recursive: true })
  rmSync(join(folder, 'src'), { recursive: true })
  for (const path of filesBelow(join(source, 'src'))) {
    if (!path.endsWith('.ts')) cpSync(join(source, 'src', path), join(folder, 'dist', path))
  }
  for (const path of filesBelow(join(folder, 'dist'))) {
    if (/\.(?:js|d\.ts)$/.test(path)) renameImports(join(folder, 'dist', path))
  }
  const manifest: Manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(publishedManifest(manifest, name), null, 2)}\n`)
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  if (name !== 'cli') return
  cpSync(join(source, 'completion'), join(folder, 'completion'), { recursive: true })
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin/muster.js'), launcher, { mode: 0o755 })
}

/** Programs that are started by their path, and declarations, name sources too. */
function renameImports(path: string): void {
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replaceAll(/(['"])(\.{1,2}\/[^'"\n]*)\.ts\1/g, '$1$2.js$1'))
}

function publishedManifest(manifest: Manifest, name: string): object {
  const { private: _private, devDependencies: _tools, exports = {}, dependencies = {}, ...rest } = manifest
  const built = Object.entries(exports).map(([entry, path]) => {
    const file = path.replace('./src/', './dist/').replace(/\.ts$/, '')
    return [entry, { types: `${file}.d.ts`, default: `${file}.js` }]
  })
  const about = { ...rest, engines: { node: '>=20.11' }, files: ['dist', 'bin', 'completion'] }
  if (name !== 'cli') return { ...about, exports: Object.fromEntries(built), dependencies }
  const others = bundledWithCli.map(
    (each): Manifest => JSON.parse(readFileSync(join(root, 'packages', each, 'package.json'), 'utf8')),
  )
  const needed = Object.assign({}, ...others.map((other) => other.dependencies), dependencies)
  const bundleDependencies = bundledWithCli.map((each) => `@muster/${each}`)
  return { ...about, dependencies: needed, bundleDependencies }
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
}

const launcher = `#!/usr/bin/env node
const words = process.argv.slice(2)
// Agents start this one for every tool call, so it goes around all that a person needs.
if (words[0] === 'hooks' && words[1] === 'run' && !words.includes('--help') && !words.includes('-h')) {
  const { runHook } = await import('../dist/run-hook.js')
  await runHook(words.slice(2))
} else {
  const { main } = await import('../dist/main.js')
  await main(words)
}
`
