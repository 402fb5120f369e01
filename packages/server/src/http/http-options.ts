import type { Server } from 'node:http'
import type { Ids } from '../ground/platform/ids.ts'
import type { Log } from '../ground/platform/log.ts'
import type { AdmitOptions } from './admit.ts'
import type { Route } from './call.ts'
import type { Metrics } from './metrics.ts'
import type { OpenIdPagesOptions } from './openid-pages.ts'
import type { WebPagesOptions } from './web-pages.ts'

export interface HttpOptions extends AdmitOptions {
  /** It listens already. The caller gives it our `routing` once everything is ready, and closes it. */
  readonly server: Server
  readonly routes: readonly Route[]
  readonly metrics: Metrics
  readonly log: Log
  readonly ids: Ids
  /** How many proxies add to `X-Forwarded-For`; what stands before those entries was written by the caller. */
  readonly trustedProxies: number
  readonly web: Omit<WebPagesOptions, 'packagesBuild'>
  /** Where the packages were built. */
  readonly packagesDirectory: string
  /** Absent where no OpenID provider is configured for browsers. */
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
