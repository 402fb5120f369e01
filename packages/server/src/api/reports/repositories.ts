import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { read } from '../answer.ts'

export const listRepositories = read(endpoints.reports.repositories, async ({ principal, query }, { reports }) =>
  ok(await reports.listRepositories(principal, query)),
)
