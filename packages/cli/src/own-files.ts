import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A file of this package by its path. Sources and built files are both one folder below its root. */
export function ownFile(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url))
}

/** Read and not imported, because Node 22 warns about imported JSON. */
const manifest: { readonly version: string } = JSON.parse(readFileSync(ownFile('package.json'), 'utf8'))

export const version: string = manifest.version
