/** The identity that a request claims, before it is checked. */
export interface Caller extends Origin {
  readonly bearer: string | undefined
  /** The session cookie, if the request comes from one of our pages. */
  readonly cookie?: string | undefined
  /** The organization that the caller names, if they belong to several. */
  readonly organization?: string | undefined
}

/** Where a request comes from. */
export interface Origin {
  readonly address: string
  readonly requestId: string
}

/** Returns the token after `Bearer` in a header. */
export function bearerIn(header: string | undefined): string | undefined {
  return /^Bearer +([^ ]+) *$/i.exec(header ?? '')?.[1]
}
