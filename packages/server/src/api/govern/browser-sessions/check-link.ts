import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { open } from '../../answer.ts'

export const checkLink = open(endpoints.browserSessions.checkLink, async ({ body, origin }, { links }) =>
  ok(await links.check(body.link, origin), { 'Cache-Control': 'no-store' }),
)
