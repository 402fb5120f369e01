import { randomBytes, randomUUIDv7 } from 'node:crypto'

/** Creates ids and secrets. Injected, so that tests can predict them. */
export interface Ids {
  /** A UUID that begins with the time, so rows created together are close in an index. */
  uuid(): string
  /** Random bytes as base64url, for secrets. */
  secret(bytes: number): string
}

export const randomIds: Ids = {
  uuid: () => randomUUIDv7(),
  secret: (bytes) => randomBytes(bytes).toString('base64url'),
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Any other text cannot be the id of a row, and Postgres would throw when comparing it. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text)
}
