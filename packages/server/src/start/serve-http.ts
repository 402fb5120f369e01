import { openIdPages } from '../api/govern/browser-sessions/openid.ts'
import { routes } from '../api/routes.ts'
import type { Domain } from '../api/services.ts'
import type { Config } from '../ground/config/settings.ts'
import type { Clock } from '../ground/platform/clock.ts'
import type { Ids } from '../ground/platform/ids.ts'
import type { Lifecycle } from '../ground/platform/lifecycle.ts'
import type { Log } from '../ground/platform/log.ts'
import type { RequestLimits } from '../ground/platform/request-limits.ts'
import type { Listener } from '../http/listener.ts'
import { ownApiOf } from '../http/own-api.ts'
import { createHttpServer } from '../http/server.ts'
import type { ComputerConnections } from '../run/computers/connections.ts'

interface Parts {
  readonly config: Config
  readonly listener: Listener
  readonly services: Domain
  readonly connections: ComputerConnections
  readonly limits: RequestLimits
  readonly log: Log
  readonly ids: Ids
  readonly clock: Clock
  readonly urls: { readonly apiUrl: string; readonly appUrl: string }
  /** The directory of the built web application. */
  readonly directory: string
  readonly packagesDirectory: string
}

/** How long the service waits for running requests when it ends. */
const requestPatienceMs = 5_000

/** Answers requests on the port that is already bound. */
export async function serveHttp(parts: Parts, lifecycle: Lifecycle): Promise<void> {
  const { config, listener, services, connections, limits, log, ids, clock, urls, directory, packagesDirectory } = parts
  const { apiUrl, appUrl } = urls
  const isHttps = appUrl.startsWith('https:')
  const answering = { ...services, ownApi: ownApiOf(() => http) }
  const http = await createHttpServer({
    server: listener.server,
    routes: Object.values(routes).flatMap((group) => Object.values(group).map((bind) => bind(answering))),
    authenticate: services.authenticate,
    operatorKey: config.MUSTER_OPERATOR_KEY,
    authenticateComputer: connections.authenticate,
    limits,
    metrics: services.metrics,
    log,
    ids,
    urls,
    pages: { origins: [apiUrl, appUrl].map((url) => new URL(url).origin), isHttps },
    web: {
      directory,
      isHttps,
      openIdName: services.openIdBrowser?.name ?? '',
      clock,
      isSignedIn: services.browserSessions.isSignedIn,
    },
    packagesDirectory,
    openId: openIdPages(answering, isHttps, limits),
    trustedProxies: config.MUSTER_TRUST_PROXY,
    corsOrigins: [...config.MUSTER_CORS_ORIGINS, ...(appUrl === apiUrl ? [] : [new URL(appUrl).origin])],
    bodyLimits: {
      json: config.MUSTER_MAX_BODY_BYTES,
      attachments: config.MUSTER_MAX_MESSAGE_BYTES,
      report: config.MUSTER_MAX_REPORT_BYTES,
      telemetry: config.MUSTER_MAX_TELEMETRY_BYTES,
    },
  })
  await http.ready()
  listener.serve(http.routing)
  lifecycle.onClose('HTTP', async () => {
    await http.close()
    await listener.close(requestPatienceMs)
  })
}
