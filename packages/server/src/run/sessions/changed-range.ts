/** Changes of a session after a version. */
export interface ChangedRange {
  readonly organizationId: string
  readonly sessionId: string
  readonly after: number
  readonly limit: number
}
