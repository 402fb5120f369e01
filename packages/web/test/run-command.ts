import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

const run = promisify(execFile)
const builder = join(import.meta.dirname, '../../../scripts/packing/main.ts')

// Before a page shows a command: the address of a package changes with its content.
await run(process.execPath, [builder, '--strict'])

/** Runs a command that a page shows as it stands there, with an empty home and no registry; `input` is what is typed. */
export async function runCommand(command: string, input: string) {
  const home = mkdtempSync(join(tmpdir(), 'muster-page-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const { PATH } = process.env
  const env = { PATH, HOME: home, npm_config_registry: 'http://127.0.0.1:1', npm_config_fetch_retries: '0' }
  const ran = run('bash', ['-c', command], { cwd: home, env })
  ran.child.stdin?.end(input)
  return { home, ...(await ran) }
}
