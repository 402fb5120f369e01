import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A file of this package by its path. Sources and built files are one folder below. */
export function ownFile(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url))
}

/** Read, not imported: Node 22 warns of imported JSON. */
const manifest: { readonly version: string } = JSON.parse(readFileSync(ownFile('package.json'), 'utf8'))

export const version: string = manifest.version
