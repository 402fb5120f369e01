import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { forUser } from '../../answer.ts'

export const listRepositories = forUser(endpoints.reports.repositories, async ({ principal, query }, { reports }) =>
  ok(await reports.listRepositories(principal, query)),
)
