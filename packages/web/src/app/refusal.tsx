import type { Role } from '@muster/contract/enumerations'
import { Empty } from '../ui/states.tsx'
import type { Page } from './page.ts'

/** Shown in place of a page that the person's role does not include. */
export function Refusal({ page, role }: { page: Page; role: Role }) {
  return (
    <>
      <h1 className="text-xl font-semibold tracking-tight">{page.title}</h1>
      <Empty icon="shield" title="Your role does not include this page">
        It is for {listOf(page.roles)}; you are a {role}. An owner of your organization can change that.
      </Empty>
    </>
  )
}

function listOf(roles: readonly Role[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(roles.map((role) => `${role}s`))
}
