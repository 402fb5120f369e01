/** Versions of a session: what was written or changed after one, up to another. */
export interface ChangedRange {
  readonly organizationId: string
  readonly sessionId: string
  readonly after: number
  readonly upTo: number
  readonly limit: number
}
