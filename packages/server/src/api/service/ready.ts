import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { open } from '../answer.ts'

export const getReadiness = open(endpoints.service.ready, async ({ query }, { probes }) => {
  await probes.database()
  if (query.only !== 'database') {
    await probes.events()
    probes.loaded()
  }
  return ok({ status: 'ready' as const })
})
