import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

/** `npm run api-docs -- DIR` writes the reference of what strangers import, as pages for a browser. */
const root = resolve(import.meta.dirname, '..')
const entryPoints = [
  'sdk/src/client.ts',
  'hooks/src/hooks.ts',
  'history/src/read-history.ts',
  'history/src/summary/usage.ts',
  'history/src/import/usage-events.ts',
  'contract/src/endpoints.ts',
  'contract/src/errors.ts',
  'contract/src/prices/price-list.ts',
]

const target = process.argv[2]
if (target === undefined) {
  console.error('Name a directory for the pages: npm run api-docs -- DIR')
  process.exit(2)
}
// It lies beside the TypeScript that it can read, which is older than the project's own.
const program = join(
  dirname(createRequire(join(root, 'packages/contract/package.json')).resolve('typedoc')),
  '../bin/typedoc',
)
const plugin = join(import.meta.dirname, 'name-modules.ts')
const options = ['--name', 'Muster', '--tsconfig', 'tsconfig.json', '--basePath', 'packages', '--readme', 'none']
const ways = [
  '--skipErrorChecking',
  '--disableSources',
  '--logLevel',
  'Error',
  '--plugin',
  plugin,
  '--out',
  resolve(target),
]
const sources = entryPoints.map((path) => join('packages', path))
execFileSync(process.execPath, [program, ...options, ...ways, ...sources], { cwd: root, stdio: 'inherit' })
console.log(resolve(target, 'index.html'))
