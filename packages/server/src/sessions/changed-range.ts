/** A range of versions of a session: changes after one, up to another. */
export interface ChangedRange {
  readonly organizationId: string
  readonly sessionId: string
  readonly after: number
  readonly upTo: number
  readonly limit: number
}
