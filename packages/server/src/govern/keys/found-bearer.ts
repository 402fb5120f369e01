import type { SignInMethod } from '@muster/contract/browser-session'
import type { BearerRow, UserRow } from './bearer-repository.ts'

export type { BearerRow, UserRow } from './bearer-repository.ts'

/** The user of a bearer. Without an API key, `key` is absent. */
export interface FoundBearer {
  readonly row: UserRow
  readonly key: Pick<BearerRow, 'key_id' | 'scopes' | 'expires_at'> | undefined
  /** When the bearer itself expires; everything that is made with it expires no later. */
  readonly endMs: number
  /** The browser session of the request. Keys that are made in the application may outlive it. */
  readonly browserSession?: {
    readonly id: string
    readonly method: SignInMethod
    readonly endMs: number
    /** Records the session's use, once the caller is admitted. */
    readonly used: () => Promise<unknown>
  }
}

/** A user who is identified without a bearer, as by a password. What they make has no end. */
export function foundUser(row: UserRow): FoundBearer {
  return { row, key: undefined, endMs: Number.POSITIVE_INFINITY }
}
