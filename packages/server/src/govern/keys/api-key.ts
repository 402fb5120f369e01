import { hash } from 'node:crypto'
import { apiKeyPattern } from '@muster/contract/api-key'
import type { Ids } from '../../ground/platform/ids.ts'

export interface ParsedApiKey {
  readonly id: string
  readonly secret: string
}

const secretBytes = 32

export function newApiKey(ids: Ids): ParsedApiKey {
  return { id: ids.uuid().replaceAll('-', ''), secret: ids.secret(secretBytes) }
}

export function formatApiKey({ id, secret }: ParsedApiKey): string {
  return `mst_${id}_${secret}`
}

export function parseApiKey(text: string): ParsedApiKey | undefined {
  const match = apiKeyPattern.exec(text)
  return match?.[1] && match[2] ? { id: match[1], secret: match[2] } : undefined
}

/** A plain hash is enough: a secret of 256 random bits cannot be guessed. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}
