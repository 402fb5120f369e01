/** What a request tells of who sends it, before that is checked. */
export interface Caller {
  readonly bearer: string | undefined
  readonly address: string
  readonly requestId: string
  /** The organization that the caller names, for people who belong to several. */
  readonly organization?: string | undefined
}
