import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { read } from '../answer.ts'

export const getMe = read(endpoints.organization.me, async ({ principal }, { users, organizations }) => {
  const [user, organization] = await Promise.all([users.me(principal), organizations.get(principal)])
  return ok({ user, organization, ...(principal.scopes && { scopes: [...principal.scopes] }) })
})
