import type { Analytics } from '../analytics/service.ts'
import type { Audit } from '../audit/service.ts'
import type { Links } from '../browser-sessions/links.ts'
import type { OpenIdBrowser } from '../browser-sessions/openid-browser.ts'
import type { Passwords } from '../browser-sessions/passwords.ts'
import type { BrowserSessions } from '../browser-sessions/service.ts'
import type { Computers } from '../computers/service.ts'
import type { Controls } from '../controls/service.ts'
import type { Database } from '../database/database.ts'
import type { Metrics } from '../http/metrics.ts'
import type { OwnApi } from '../http/own-api.ts'
import type { Idempotency } from '../idempotency/service.ts'
import type { Ingest } from '../ingest/service.ts'
import type { Authenticate } from '../keys/authenticate.ts'
import type { Keys } from '../keys/service.ts'
import type { Tokens } from '../keys/tokens.ts'
import type { Credits } from '../limits/credits.ts'
import type { Limits } from '../limits/service.ts'
import type { Messages } from '../messages/service.ts'
import type { Organizations } from '../organizations/service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Reports } from '../reports/service.ts'
import type { Sessions } from '../sessions/service.ts'
import type { Turns } from '../turns/service.ts'
import type { Users } from '../users/service.ts'
import type { Watch } from '../watch/service.ts'
import type { Webhooks } from '../webhooks/service.ts'

/** Everything that an endpoint may call. */
export interface Services extends Domain {
  /** The service's own API, for callers that use another protocol. */
  readonly ownApi: OwnApi
}

/** The part that knows nothing of HTTP. */
export interface Domain {
  readonly database: Database
  readonly clock: Clock
  readonly idempotency: Idempotency
  readonly organizations: Organizations
  readonly users: Users
  readonly keys: Keys
  readonly authenticate: Authenticate
  readonly browserSessions: BrowserSessions
  readonly links: Links
  readonly passwords: Passwords
  /** Absent where no OpenID provider is configured for browsers. */
  readonly openIdBrowser: OpenIdBrowser | undefined
  readonly tokens: Tokens
  readonly controls: Controls
  readonly limits: Limits
  readonly credits: Credits
  readonly computers: Computers
  readonly sessions: Sessions
  readonly messages: Messages
  readonly turns: Turns
  readonly watch: Watch
  readonly webhooks: Webhooks
  readonly reports: Reports
  readonly audit: Audit
  readonly ingest: Ingest
  readonly analytics: Analytics
  readonly metrics: Metrics
  /** Each rejects when its store does not answer. */
  readonly probes: {
    readonly database: () => Promise<void>
    readonly events: () => Promise<void>
    /** Fails while a demonstration is being loaded. */
    readonly loaded: () => void
  }
  readonly about: {
    readonly version: string
    readonly apiUrl: string
    readonly appUrl: string
    readonly metricsToken: string | undefined
    /** Whether agents of managed computers may run on this machine. */
    readonly hasManagedComputers: boolean
  }
}
