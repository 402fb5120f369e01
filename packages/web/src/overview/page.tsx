import { useMe } from '../app/me.ts'
import { OrganizationOverview } from './organization-overview.tsx'
import { OwnOverview } from './own-overview.tsx'

/** Owners and managers see the organization, everybody else what is theirs. */
export function Page() {
  const me = useMe()
  const isLeading = me.user.role === 'owner' || me.user.role === 'manager'
  return isLeading ? <OrganizationOverview /> : <OwnOverview me={me} />
}
