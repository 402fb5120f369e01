import type { BearerRow, UserRow } from './bearer-repository.ts'

export type { BearerRow, UserRow } from './bearer-repository.ts'

/** The user of a bearer. Without an API key, `key` is absent. `endMs` is when the bearer itself ends. */
export interface FoundBearer {
  readonly row: UserRow
  readonly key: Pick<BearerRow, 'key_id' | 'scopes' | 'expires_at'> | undefined
  readonly endMs: number
  /** The browser session that the request came with. */
  readonly browserSessionId?: string
}
