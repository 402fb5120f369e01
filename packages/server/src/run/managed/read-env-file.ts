import { readFileSync } from 'node:fs'
import { StartRefused } from '../../ground/platform/start-refused.ts'

const usualPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/**
 * Reads the whole environment of managed computers; they inherit no variable of the service. Lines are NAME=VALUE;
 * empty lines and lines that begin with # are ignored.
 */
export function readEnvFile(path: string | undefined): Record<string, string> {
  const usual = { PATH: usualPath, LANG: 'C.UTF-8' }
  if (path === undefined) return usual
  const lines = textOf(path).split('\n')
  const entries = lines.flatMap((line, index) => {
    const trimmed = line.trim()
    if (trimmed === '' || trimmed.startsWith('#')) return []
    const match = /^([A-Za-z_]\w*)=(.*)$/.exec(trimmed)
    // The error does not quote the line, which may hold a secret.
    if (!match) throw new StartRefused(`Line ${index + 1} of MUSTER_MANAGED_ENV_FILE ${path} is not NAME=VALUE.`)
    return [[match[1], match[2]]]
  })
  return { ...usual, ...Object.fromEntries(entries) }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new StartRefused(`MUSTER_MANAGED_ENV_FILE ${path} cannot be read: ${(error as Error).message}`)
  }
}
