import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Service {
  readonly url: string
  readonly key: string
}

/**
 * The service for reports: MUSTER_API_URL and MUSTER_API_KEY, otherwise the login that `muster login` stored. A stored
 * key is sent only to the service that it was stored for.
 */
export function findService(env: NodeJS.ProcessEnv, home: string): Service | undefined {
  const key = env.MUSTER_API_KEY?.trim()
  const url = env.MUSTER_API_URL?.trim()
  if (key && url) return { url: withoutSlash(url), key }
  const stored = readStored(join(home, '.muster', 'credentials.json'))
  if (key) return { url: stored ? stored.url : 'http://127.0.0.1:4000', key }
  if (!stored || (url && withoutSlash(url) !== stored.url)) return undefined
  return stored
}

function readStored(path: string): Service | undefined {
  try {
    const { url, key } = JSON.parse(readFileSync(path, 'utf8'))
    return typeof url === 'string' && typeof key === 'string' ? { url: withoutSlash(url), key } : undefined
  } catch {
    return undefined
  }
}

function withoutSlash(url: string): string {
  return (url.includes('://') ? url : `http://${url}`).replace(/\/+$/, '')
}
