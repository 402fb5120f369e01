import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { forUser } from '../../answer.ts'

export const getMe = forUser(
  endpoints.organization.me,
  async ({ principal }, { users, organizations, controls, passwords }) => {
    const [user, organization, { hooks }, hasPassword] = await Promise.all([
      users.me(principal),
      organizations.get(principal),
      controls.inForceNow(principal.organizationId),
      passwords.has(principal),
    ])
    const allowProjectHooks = hooks?.allowProjectHooks
    return ok({
      user,
      organization,
      hasPassword,
      ...(principal.scopes && { scopes: [...principal.scopes] }),
      ...(allowProjectHooks !== undefined && { hooks: { allowProjectHooks } }),
    })
  },
)
