import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { read } from '../answer.ts'

export const getReport = read(endpoints.reports.get, async ({ principal, params }, { reports }) =>
  ok(await reports.get(principal, params.reportId)),
)
