import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const builder = join(import.meta.dirname, '../build/main.ts')

/** The application as it is now is what is tested; it is built as `npm start` would build it. */
export async function ensureBuilt(): Promise<void> {
  await promisify(execFile)(process.execPath, [builder, '--strict'])
}
