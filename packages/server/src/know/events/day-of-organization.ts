export interface DayOfOrganization {
  readonly organizationId: string
  readonly day: string
}
