/** Identifies the computer of a credential. */
export interface ComputerKey {
  readonly organizationId: string
  readonly computerId: string
}
