import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { bundleCommand } from './packing/bundle-command.ts'
import { compile } from './packing/compile.ts'
import { writeCommand, writeLibrary } from './packing/write-package.ts'

/** `npm run pack -- DIR` leaves a tarball of each package that others install in DIR. */
const libraries = ['contract', 'sdk', 'hooks', 'history']

const target = process.argv[2]
if (target === undefined) {
  console.error('Name a directory for the tarballs: npm run pack -- DIR')
  process.exit(2)
}
const stage = mkdtempSync(join(tmpdir(), 'muster-pack-'))
try {
  mkdirSync(target, { recursive: true })
  compile(libraries, stage)
  for (const name of libraries) writeLibrary(name, join(stage, name))
  await bundleCommand(join(stage, 'cli/dist'))
  writeCommand(join(stage, 'cli'))
  const folders = [...libraries, 'cli'].map((name) => join(stage, name))
  const options = { cwd: stage, encoding: 'utf8' } as const
  const files = execFileSync('npm', ['pack', '--silent', '--pack-destination', resolve(target), ...folders], options)
  for (const file of files.trim().split('\n')) console.log(resolve(target, file))
} finally {
  rmSync(stage, { recursive: true, force: true })
}
