import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** One that is too old, the oldest that will do, and those that people have. */
const versions = { node20: '20.20.2', oldest: '22.13.0', node22: '22.23.3', node24: '24.21.0' }

/** Programs of Node that people have. They are large: npm brings them once, and they stay until the next `npm ci`. */
export async function installNodes(): Promise<Readonly<Record<keyof typeof versions, string>>> {
  const folder = join(import.meta.dirname, '../node_modules/.cache/node-versions')
  const programOf = (name: keyof typeof versions) => join(folder, 'node_modules', name, 'bin/node')
  const programs = {
    node20: programOf('node20'),
    oldest: programOf('oldest'),
    node22: programOf('node22'),
    node24: programOf('node24'),
  }
  if (!Object.values(programs).every((path) => existsSync(path))) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    const platform = `${process.platform}-${process.arch}`
    const names = Object.entries(versions).map(([name, version]) => `${name}@npm:node-${platform}@${version}`)
    const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
    await run('npm', ['install', ...options, ...names], { cwd: folder })
  }
  return programs
}
