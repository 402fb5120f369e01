import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bundleCommand } from './bundle-command.ts'
import { commandFiles } from './package-files.ts'

/** The command as people have it who installed it, for measuring: returns the file that is started. */
export async function writeCommand(folder: string): Promise<string> {
  for (const [path, bytes] of commandFiles(await bundleCommand())) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
  return join(folder, 'bin/muster.js')
}
