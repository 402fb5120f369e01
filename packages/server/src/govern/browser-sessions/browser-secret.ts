import { timingSafeEqual } from 'node:crypto'
import { type Ids, isUuid } from '../../ground/platform/ids.ts'
import { hashSecret } from '../keys/api-key.ts'

/** The content of a cookie or link: the id of its row, and a secret of 256 bits. */
interface BrowserSecret {
  readonly id: string
  readonly secret: string
}

export function newBrowserSecret(ids: Ids): BrowserSecret {
  return { id: ids.uuid(), secret: ids.secret(32) }
}

export function formatBrowserSecret({ id, secret }: BrowserSecret): string {
  return `${id}_${secret}`
}

export function parseBrowserSecret(text: string): BrowserSecret | undefined {
  const id = text.slice(0, 36)
  const secret = text.slice(37)
  return isUuid(id) && text[36] === '_' && /^[\w-]{43}$/.test(secret) ? { id, secret } : undefined
}

export function isRight({ secret }: BrowserSecret, secretHash: Buffer): boolean {
  return timingSafeEqual(hashSecret(secret), secretHash)
}
