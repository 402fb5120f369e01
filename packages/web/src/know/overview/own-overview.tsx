import type { Me } from '@muster/contract/organization'
import { Link } from '@tanstack/react-router'
import { useMyPages } from '../../app/my-pages.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { AnalyticsPage } from '../analytics/analytics-page.tsx'
import { NeedsYou } from './needs-you.tsx'
import { OwnUsageCards } from './own-usage.tsx'

/** A member's own numbers, with links to all pages that the member may see. */
export function OwnOverview({ me }: { me: Me }) {
  if (me.user.role === 'guest') {
    return (
      <>
        <PageHeader title="Overview">You are a guest of {me.organization.name}.</PageHeader>
        <Places />
      </>
    )
  }
  return (
    <AnalyticsPage title="Overview" hasQuality={false}>
      <NeedsYou />
      <OwnUsageCards />
      <Places />
    </AnalyticsPage>
  )
}

function Places() {
  const mine = useMyPages().filter(({ path }) => path !== '/overview')
  return (
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {mine.map(({ path, menu }) => (
        <li key={path}>
          {menu && (
            <Link to={path} className="card flex items-center gap-3 px-4 py-4 transition-colors hover:bg-hover">
              <span className="inline-flex size-9 items-center justify-center rounded-md bg-accent-soft text-accent">
                <Icon name={menu.icon} size={18} />
              </span>
              <span className="font-medium">{menu.label}</span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
