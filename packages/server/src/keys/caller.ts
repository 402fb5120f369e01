/** The identity that a request claims, before it is checked. */
export interface Caller {
  readonly bearer: string | undefined
  /** The session cookie, if the request comes from a page of ours. */
  readonly cookie?: string | undefined
  readonly address: string
  readonly requestId: string
  /** The organization that the caller names, if they belong to several. */
  readonly organization?: string | undefined
}
