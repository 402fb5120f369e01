import { hash, timingSafeEqual } from 'node:crypto'
import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { AppError } from '../../platform/app-error.ts'
import { open } from '../answer.ts'

export const getMetrics = open(endpoints.service.metrics, async ({ headers }, { metrics, about }) => {
  if (about.metricsToken !== undefined && !isSame(headers.authorization ?? '', `Bearer ${about.metricsToken}`)) {
    throw new AppError('unauthorized', 'The metrics of this installation need their token as bearer.', {
      headers: { 'WWW-Authenticate': 'Bearer' },
    })
  }
  return ok(await metrics.render())
})

function isSame(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))
}
