import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { read } from '../answer.ts'

export const listAuditEntries = read(endpoints.audit.list, async ({ principal, query }, { audit }) =>
  ok(await audit.list(principal, query)),
)
