import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const webRoot = join(import.meta.dirname, '..')
const projectRoot = join(webRoot, '../..')

/** Everything that a build is made of. */
const patterns = [
  'packages/web/{index.html,package.json}',
  'packages/web/{src,build}/**/*.{ts,tsx,css,svg,js}',
  'packages/{sdk,contract}/src/**/*.ts',
  'package-lock.json',
]

/** A hash of the sources: the same as long as none of them changes. Reading them takes some milliseconds. */
export function sourcesHash(): string {
  const hash = createHash('sha256')
  const files = globSync(patterns, { cwd: projectRoot }).filter((path) => !/\.test\.tsx?$/.test(path))
  for (const path of files.toSorted())
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(projectRoot, path)))
  return hash.digest('hex')
}

/** Whether the built application matches the current sources. */
export function isUpToDate(): boolean {
  try {
    return readFileSync(join(webRoot, 'dist/sources.txt'), 'utf8') === sourcesHash()
  } catch {
    return false
  }
}
