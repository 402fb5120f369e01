import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { forUser } from '../answer.ts'

export const getMe = forUser(endpoints.organization.me, async ({ principal }, { users, organizations, controls }) => {
  const [user, organization, { hooks }] = await Promise.all([
    users.me(principal),
    organizations.get(principal),
    controls.inForceNow(principal.organizationId),
  ])
  const allowProjectHooks = hooks?.allowProjectHooks
  return ok({
    user,
    organization,
    ...(principal.scopes && { scopes: [...principal.scopes] }),
    ...(allowProjectHooks !== undefined && { hooks: { allowProjectHooks } }),
  })
})
