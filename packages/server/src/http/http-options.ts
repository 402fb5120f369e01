import type { Server } from 'node:http'
import type { Ids } from '../ground/platform/ids.ts'
import type { Log } from '../ground/platform/log.ts'
import type { AdmitOptions } from './admit.ts'
import type { Route } from './call.ts'
import type { Metrics } from './metrics.ts'
import type { OpenIdPagesOptions } from './openid-pages.ts'
import type { WebPagesOptions } from './web-pages.ts'

export interface HttpOptions extends AdmitOptions {
  /** The server, which already listens. The caller passes `routing` to it once everything is ready, and closes it. */
  readonly server: Server
  readonly routes: readonly Route[]
  readonly metrics: Metrics
  readonly log: Log
  readonly ids: Ids
  /** How many proxies append to `X-Forwarded-For`; the entries before theirs come from the caller. */
  readonly trustedProxies: number
  readonly web: Omit<WebPagesOptions, 'packagesBuild'>
  /** The directory of the built packages. */
  readonly packagesDirectory: string
  /** Absent if no OpenID provider is configured for browsers. */
  readonly openId: OpenIdPagesOptions | undefined
  readonly corsOrigins: readonly string[]
  readonly urls: { readonly apiUrl: string; readonly appUrl: string }
  readonly bodyLimits: {
    readonly json: number
    readonly attachments: number
    readonly report: number
    readonly telemetry: number
  }
}
