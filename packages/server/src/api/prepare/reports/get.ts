import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { forUser } from '../../answer.ts'

export const getReport = forUser(endpoints.reports.get, async ({ principal, params }, { reports }) =>
  ok(await reports.get(principal, params.reportId)),
)
