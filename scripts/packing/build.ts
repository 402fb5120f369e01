import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '../built-folder.ts'
import { npmTarball, readFolder } from './archive.ts'
import { bundleCommand } from './bundle-command.ts'
import { compile } from './compile.ts'
import { commandFiles, libraryFiles } from './package-files.ts'
import { makeWheel } from './python/wheel.ts'
import { packagesFolder } from './sources.ts'

/** Those that others need come first. */
const libraries = ['contract', 'sdk', 'hooks', 'history']

export function buildPackages(): Promise<void> {
  return packagesFolder.build(buildInto)
}

async function buildInto(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const stage = mkdtempSync(join(tmpdir(), 'muster-packages-'))
  try {
    const [command] = await Promise.all([bundleCommand(), compile(libraries, stage)])
    writeFileSync(join(folder, 'muster-cli.tgz'), npmTarball(commandFiles(command)))
    const built = new Map<string, ReturnType<typeof libraryFiles>>()
    for (const name of libraries) {
      const files = libraryFiles(name, readFolder(join(stage, name, 'src')), built)
      built.set(`@muster/${name}`, files)
      writeFileSync(join(folder, `muster-${name}.tgz`), npmTarball(files))
    }
    const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
    const wheel = makeWheel(version)
    writeFileSync(join(folder, wheel.name), wheel.bytes)
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}
