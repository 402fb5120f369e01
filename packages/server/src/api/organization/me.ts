import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { read } from '../answer.ts'

export const getMe = read(
  endpoints.organization.me,
  async ({ principal }, { users, organizations, controls, passwords }) => {
    const [user, organization, { hooks }, hasPassword] = await Promise.all([
      users.me(principal),
      organizations.get(principal),
      controls.look(principal.organizationId),
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
