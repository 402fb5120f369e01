import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { endpoints } from '@muster/contract/endpoints'
import { AppError } from '../../ground/platform/app-error.ts'
import { ok } from '../../http/call.ts'
import { open } from '../answer.ts'

export const getMetrics = open(endpoints.service.metrics, async ({ headers, origin }, { metrics, about }) => {
  const { metricsToken, hasManagedComputers } = about
  if (metricsToken !== undefined) {
    if (!isSame(headers.authorization ?? '', `Bearer ${metricsToken}`)) {
      throw refused('The metrics of this installation need their token as bearer.')
    }
  } else if (hasManagedComputers) {
    throw refused('Agents run on this machine, so /metrics needs a bearer. Set MUSTER_METRICS_TOKEN and send it.')
  } else if (!isFromThisMachine(origin.address, headers)) {
    throw refused('From other machines, /metrics needs a bearer. Set MUSTER_METRICS_TOKEN and send it.')
  }
  return ok(await metrics.render())
})

/**
 * A local proxy adds forwarding headers, which are checked even if the service does not trust proxies. A page in a
 * local browser can reach the service under another host name, so the request's host must be this machine.
 */
function isFromThisMachine(address: string, headers: IncomingHttpHeaders): boolean {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  const isForUs = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(headers.host ?? '')
  return !isForwarded && isForUs && /^(?:::ffff:)?127\.|^::1$/.test(address)
}

function refused(detail: string): AppError {
  return new AppError('unauthorized', detail, { headers: { 'WWW-Authenticate': 'Bearer' } })
}

function isSame(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))
}
