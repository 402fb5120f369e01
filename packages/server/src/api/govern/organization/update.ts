import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { change } from '../../answer.ts'

export const updateOrganization = change(endpoints.organization.update, async ({ change, body }, { organizations }) =>
  ok(await organizations.rename(change, body.name)),
)
