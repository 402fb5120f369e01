import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { forUser } from '../../answer.ts'

export const listAuditEntries = forUser(endpoints.audit.list, async ({ principal, query }, { audit }) =>
  ok(await audit.list(principal, query)),
)
