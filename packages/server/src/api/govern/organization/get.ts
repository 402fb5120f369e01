import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { forUser } from '../../answer.ts'

export const getOrganization = forUser(endpoints.organization.get, async ({ principal }, { organizations }) =>
  ok(await organizations.get(principal)),
)
