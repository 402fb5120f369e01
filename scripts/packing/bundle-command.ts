import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { projectRoot as root } from '../built-folder.ts'
import type { Files } from './archive.ts'

/** `hooks` requires it on demand, when settings have comments. */
export const externals = ['jsonc-parser']

/** Bundles the command with everything that it needs, so that people wait for one download. */
export async function bundleCommand(): Promise<Files> {
  const source = (name: string) => join(root, 'packages/cli/src', `${name}.ts`)
  const input = { main: source('main'), 'run-hook': source('run-hook') }
  const bundle = await rolldown({
    cwd: root,
    platform: 'node',
    input,
    external: externals,
    plugins: [filesByPath],
    onLog: refuseWarning,
  })
  const { output } = await bundle.generate({ format: 'cjs', sourcemap: true })
  return new Map(
    output.map((each) => [each.fileName, Buffer.from(each.type === 'chunk' ? each.code : each.source)] as const),
  )
}

/** Nobody reads the warnings of a bundler twice, so each is mended. */
function refuseWarning(level: string, { message }: { message?: string }): void {
  if (level === 'warn') throw new Error(message)
}

/**
 * Started programs, required modules and read files are named by their path beside the source. They are copied beside
 * the bundle.
 */
const filesByPath: Plugin = {
  name: 'files-by-path',
  transform(code, id) {
    if (!id.startsWith(join(root, 'packages'))) return undefined
    const bring = (path: string) => {
      const file = resolve(dirname(id), path)
      const fileName = relative(join(root, 'packages'), file)
        .replaceAll(/\/(?:src\/)?/g, '-')
        .replace(/\.ts$/, '.js')
      if (path.endsWith('.ts')) this.emitFile({ type: 'chunk', id: file, fileName })
      else this.emitFile({ type: 'asset', source: readFileSync(file), fileName })
      return `./${fileName}`
    }
    const changed = code
      .replaceAll(/new URL\('([^']+\.(?:ts|txt|json))', import\.meta\.url\)/g, (all, path) =>
        path.endsWith('package.json') ? all : `new URL('${bring(path)}', import.meta.url)`,
      )
      .replaceAll(
        /createRequire\(import\.meta\.url\)\('(\.[^']+)'\)/g,
        (_, path) => `createRequire(import.meta.url)('${bring(path)}')`,
      )
    // Every line stays where it was, so the map of the source holds.
    return changed === code ? undefined : { code: changed, map: null }
  },
}
