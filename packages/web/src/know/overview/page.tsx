import { lazy, Suspense } from 'react'
import { PageLoading } from '../../app/fallbacks.tsx'
import { useMe } from '../../app/me.ts'
import { OrganizationOverview } from './organization-overview.tsx'

const OwnOverview = lazy(async () => ({ default: (await import('./own-overview.tsx')).OwnOverview }))

/** Owners and managers see the organization; everybody else sees their own numbers. */
export function Page() {
  const me = useMe()
  const isLeading = me.user.role === 'owner' || me.user.role === 'manager'
  if (isLeading) return <OrganizationOverview />
  return (
    <Suspense fallback={<PageLoading />}>
      <OwnOverview me={me} />
    </Suspense>
  )
}
