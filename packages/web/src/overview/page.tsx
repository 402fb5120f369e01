import { useMe } from '../app/me.ts'
import { PageHeader } from '../ui/page-header.tsx'

export function Page() {
  const me = useMe()
  return <PageHeader title="Overview">{me.organization.name}</PageHeader>
}
