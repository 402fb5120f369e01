import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** Compiles packages to `<outDir>/<name>/src`, all at once, because they import each other. */
export function compile(names: readonly string[], outDir: string): void {
  const settings = {
    extends: './tsconfig.json',
    compilerOptions: {
      noEmit: false,
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
    execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', path], { stdio: 'inherit' })
  } finally {
    rmSync(path)
  }
}
