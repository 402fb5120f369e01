import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { read } from '../answer.ts'

export const listReports = read(endpoints.reports.list, async ({ principal, query }, { reports }) =>
  ok(await reports.list(principal, query)),
)
