import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { open } from '../answer.ts'

export const getReadiness = open(endpoints.service.ready, async (_request, { database }) => {
  await database.ping()
  return ok({ status: 'ready' as const })
})
