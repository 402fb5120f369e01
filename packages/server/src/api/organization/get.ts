import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { read } from '../answer.ts'

export const getOrganization = read(endpoints.organization.get, async ({ principal }, { organizations }) =>
  ok(await organizations.get(principal)),
)
