import type { Audit } from '../govern/audit/service.ts'
import type { Links } from '../govern/browser-sessions/links.ts'
import type { OpenIdBrowser } from '../govern/browser-sessions/openid-browser.ts'
import type { Passwords } from '../govern/browser-sessions/passwords.ts'
import type { BrowserSessions } from '../govern/browser-sessions/service.ts'
import type { Controls } from '../govern/controls/service.ts'
import type { Authenticate } from '../govern/keys/authenticate.ts'
import type { Keys } from '../govern/keys/service.ts'
import type { Tokens } from '../govern/keys/tokens.ts'
import type { Organizations } from '../govern/organizations/service.ts'
import type { Users } from '../govern/users/service.ts'
import type { Database } from '../ground/database/database.ts'
import type { Clock } from '../ground/platform/clock.ts'
import type { Idempotency } from '../http/idempotency/service.ts'
import type { Metrics } from '../http/metrics.ts'
import type { OwnApi } from '../http/own-api.ts'
import type { Analytics } from '../know/analytics/service.ts'
import type { Ingest } from '../know/ingest/service.ts'
import type { SpendService } from '../know/spend/service.ts'
import type { Credits } from '../money/limits/credits.ts'
import type { Limits } from '../money/limits/service.ts'
import type { Reports } from '../prepare/reports/service.ts'
import type { Computers } from '../run/computers/service.ts'
import type { Messages } from '../run/messages/service.ts'
import type { Sessions } from '../run/sessions/service.ts'
import type { Turns } from '../run/turns/service.ts'
import type { Watch } from '../run/watch/service.ts'
import type { Webhooks } from '../run/webhooks/service.ts'

/** Everything that an endpoint may call. */
export interface Services extends Domain {
  /** The service's own API, for callers that use another protocol. */
  readonly ownApi: OwnApi
}

/** The services that do not depend on HTTP. */
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
  /** Absent if no OpenID provider is configured for browsers. */
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
  readonly spend: SpendService
  readonly metrics: Metrics
  /** Each rejects if its store does not answer. */
  readonly probes: {
    readonly database: () => Promise<void>
    readonly events: () => Promise<void>
    /** Throws while a demonstration is being loaded. */
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
