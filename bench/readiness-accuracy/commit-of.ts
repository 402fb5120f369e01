import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export async function commitOf(path: string): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['-C', path, 'rev-parse', 'HEAD'])
  return stdout.trim()
}
