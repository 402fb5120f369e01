/** What a request tells of who sends it, before that is checked. */
export interface Caller {
  readonly bearer: string | undefined
  /** What the browser of somebody who is signed in shows, if the request comes from a page of ours. */
  readonly cookie?: string | undefined
  readonly address: string
  readonly requestId: string
  /** The organization that the caller names, for people who belong to several. */
  readonly organization?: string | undefined
}
