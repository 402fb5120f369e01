import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildPackages } from './packing/build.ts'
import { packagesFolder } from './packing/sources.ts'

/** `npm run pack -- DIR` leaves the packages that the service sends in DIR, for a registry of your own. */
const target = process.argv[2]
if (target === undefined) {
  console.error('Name a directory for the packages: npm run pack -- DIR')
  process.exit(2)
}
if (!packagesFolder.isUpToDate()) await buildPackages()
mkdirSync(target, { recursive: true })
for (const name of readdirSync(packagesFolder.path)) {
  if (name === 'sources.txt') continue
  copyFileSync(join(packagesFolder.path, name), join(target, name))
  console.log(resolve(target, name))
}
