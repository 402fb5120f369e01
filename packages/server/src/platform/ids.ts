import { randomBytes, randomUUIDv7 } from 'node:crypto'

/** New names for things. Injected, so that a test can foresee them. */
export interface Ids {
  /** A UUID whose first bits are the time, so that rows made together lie together in an index. */
  uuid(): string
  /** Random bytes as base64url, for secrets. */
  secret(bytes: number): string
}

export const randomIds: Ids = {
  uuid: () => randomUUIDv7(),
  secret: (bytes) => randomBytes(bytes).toString('base64url'),
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Anything else cannot name a row, and Postgres would refuse to even compare it. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text)
}
