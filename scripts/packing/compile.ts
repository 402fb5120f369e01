import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot as root } from '../built-folder.ts'

/** Compiles packages to `<outDir>/<name>/src`, all at once, because they import each other. */
export async function compile(names: readonly string[], outDir: string): Promise<void> {
  const settings = {
    extends: './tsconfig.json',
    compilerOptions: {
      noEmit: false,
      // `npm run check` has done that.
      noCheck: true,
      rewriteRelativeImportExtensions: true,
      declaration: true,
      sourceMap: true,
      inlineSources: true,
      target: 'es2024',
      rootDir: 'packages',
      outDir,
    },
    include: names.map((name) => `packages/${name}/src/**/*.ts`),
    exclude: names.map((name) => `packages/${name}/src/**/*.test.ts`),
  }
  // The settings are beside the project's own, so that imported packages are found from there.
  const path = join(root, `tsconfig.pack-${process.pid}.json`)
  writeFileSync(path, JSON.stringify(settings))
  try {
    await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', path])
  } finally {
    rmSync(path)
  }
}
