import packageJson from '../../package.json' with { type: 'json' }
import type { Domain } from '../api/services.ts'
import { createAudit } from '../govern/audit/service.ts'
import { createControls } from '../govern/controls/service.ts'
import { createKeys } from '../govern/keys/service.ts'
import { createTokens } from '../govern/keys/tokens.ts'
import { createWaysIn } from '../govern/keys/ways-in.ts'
import { createOrganizations } from '../govern/organizations/service.ts'
import { createUsers } from '../govern/users/service.ts'
import type { Config } from '../ground/config/settings.ts'
import type { Database } from '../ground/database/database.ts'
import type { RightsWatch } from '../ground/database/rights-watch.ts'
import type { Clock } from '../ground/platform/clock.ts'
import type { Hints } from '../ground/platform/hints.ts'
import type { Ids } from '../ground/platform/ids.ts'
import type { Lifecycle } from '../ground/platform/lifecycle.ts'
import type { Log } from '../ground/platform/log.ts'
import { createProbe } from '../ground/platform/probe.ts'
import type { SecretBox } from '../ground/platform/secret-box.ts'
import { createIdempotency } from '../http/idempotency/service.ts'
import { createMetrics } from '../http/metrics.ts'
import { createBatch } from '../know/analytics/batch.ts'
import { createDeletions } from '../know/analytics/deletions.ts'
import { keepStatistics } from '../know/analytics/keep-statistics.ts'
import { createAnalytics } from '../know/analytics/service.ts'
import type { OpenedStore } from '../know/events/open-event-store.ts'
import { createBodyReader } from '../know/ingest/body-reader.ts'
import { maxWaitingEvents } from '../know/ingest/bounds.ts'
import { createIngest } from '../know/ingest/service.ts'
import { createChangedDays } from '../know/ingest/writing/changed-days.ts'
import { createEventWriter } from '../know/ingest/writing/event-writer.ts'
import { scheduleReconcile } from '../know/ingest/writing/reconcile.ts'
import { UserDayBound } from '../know/ingest/writing/user-day-bound.ts'
import { createSpend } from '../know/spend/service.ts'
import { createCredits } from '../money/limits/credits.ts'
import { createLimits } from '../money/limits/service.ts'
import { createReports } from '../prepare/reports/service.ts'
import { createComputerConnections } from '../run/computers/connections.ts'
import { createReach } from '../run/computers/reach.ts'
import { createComputers } from '../run/computers/service.ts'
import { createOffers } from '../run/messages/offers.ts'
import { createReleaseSessions } from '../run/messages/release-sessions.ts'
import { createMessages } from '../run/messages/service.ts'
import { createSessions } from '../run/sessions/service.ts'
import { createLive } from '../run/turns/live.ts'
import { createTurns } from '../run/turns/service.ts'
import { createWatch } from '../run/watch/service.ts'
import { createAddressRule } from '../run/webhooks/address-rule.ts'
import { createWebhooks } from '../run/webhooks/service.ts'
import type { Loading } from './demo/loading.ts'
import { metricSources } from './metric-sources.ts'
import { openAuthentication } from './open-authentication.ts'
import type { Host } from './run-managed-computers.ts'
import type { startWorkers } from './start-workers.ts'

interface ServicesOptions {
  readonly config: Config
  readonly log: Log
  readonly clock: Clock
  readonly ids: Ids
  readonly database: Database
  readonly rights: RightsWatch | undefined
  readonly events: OpenedStore
  readonly hints: Hints
  readonly secretBox: SecretBox
  readonly lifecycle: Lifecycle
  readonly workers: ReturnType<typeof startWorkers>
  readonly host: Host | undefined
  readonly loading: Loading | undefined
  /** The public addresses of the service. */
  readonly urls: { readonly apiUrl: string; readonly appUrl: string }
}

/** Creates all services that endpoints call, and the others that the service itself needs. */
export async function createServices(options: ServicesOptions) {
  const { config, log, clock, ids, database, hints, secretBox, lifecycle } = options
  const { store: events, isHere } = options.events
  const { batchWorkers, bodyWorkers } = options.workers
  const { apiUrl, appUrl } = options.urls
  const lifetimeSeconds = config.MUSTER_TOKEN_SECONDS
  const tokens = await createTokens({ database, clock, ids, secretBox, issuer: apiUrl, lifetimeSeconds })
  const { lastUse, failedSignIns, admission, stays, ...signIn } = openAuthentication({
    config,
    database,
    rights: options.rights,
    clock,
    ids,
    log,
    tokens,
    lifecycle,
    secretBox,
    appUrl,
  })
  const organizations = createOrganizations({ database, ids, clock })
  const controls = createControls({ database, secretBox, hints })
  const limits = createLimits({ database, clock })
  const releaseSessions = createReleaseSessions({ ids, hints })
  const reach = createReach({ database, ids, hints })
  const computers = createComputers({
    database,
    ids,
    controls,
    releaseSessions,
    hints,
    reach,
    relayUrl: apiUrl.replace(/^http/, 'ws'),
    maxPerUser: config.MUSTER_MAX_COMPUTERS_PER_USER,
    host: options.host,
  })
  const sessions = createSessions({
    database,
    ids,
    computers,
    controls,
    hints,
    maxPerUser: config.MUSTER_MAX_SESSIONS_PER_USER,
  })
  const turns = createTurns({
    database,
    ids,
    clock,
    hints,
    sessions,
    computers,
    limits,
    creditAllowance: config.MUSTER_CREDIT_ALLOWANCE,
  })
  const live = createLive()
  const offers = createOffers()
  const connections = createComputerConnections({
    database,
    clock,
    hints,
    admission,
    failedSignIns,
    nodeId: ids.uuid(),
  })
  const waysIn = createWaysIn({ openIdIssuer: config.MUSTER_OIDC_ISSUER })
  const isAlone = config.CLICKHOUSE_URL === undefined
  const changedDays = createChangedDays({ database, clock, log, isShared: !isAlone })
  lifecycle.onClose('changed days', () => changedDays.settle())
  const writer = createEventWriter({ database, events, clock, changedDays, maxWaiting: maxWaitingEvents })
  const { settleTotals } = writer
  const reconciling = isHere ? scheduleReconcile({ database, events, clock, hints, log, settleTotals }) : undefined
  if (reconciling) lifecycle.onClose('reconciling', () => reconciling.stop())
  const settle = async () => {
    await reconciling?.first
    await changedDays.settle()
  }
  const deletions = createDeletions({ database, events, clock, ids, log, settle })
  const computing = createBatch({ database, events, clock, log, workers: batchWorkers, deletions, settle })
  const batch = keepStatistics(computing, database, log)
  const credits = createCredits({ database, events, clock, settle })
  const ingest = createIngest({
    database,
    clock,
    writer,
    reader: createBodyReader(bodyWorkers, config.MUSTER_MAX_TELEMETRY_BYTES),
    bound: new UserDayBound(events, config.MUSTER_MAX_EVENTS_PER_USER_DAY),
    onStored: ({ apiKeyId }) => apiKeyId !== null && lastUse.eventsStored(apiKeyId),
  })
  const webhookRule = createAddressRule(config.MUSTER_WEBHOOK_NETWORKS)
  const maxAttachmentBytes = config.MUSTER_MAX_ATTACHMENT_BYTES
  const probes = {
    database: createProbe('The database', () => database.ping()),
    // A node without the events waits for nothing, so it is ready.
    events: createProbe('The store of usage events', async () => {
      if (isHere) await events.ping()
    }),
    loaded: () => options.loading?.check(),
  }
  const services: Domain = {
    database,
    clock,
    organizations,
    controls,
    limits,
    credits,
    computers,
    sessions,
    turns,
    ...signIn,
    watch: createWatch({ database, hints, live, sessions, clock, log, authenticate: signIn.authenticate }),
    tokens,
    idempotency: createIdempotency({ database, secretBox }),
    users: createUsers({
      database,
      ids,
      controls,
      waysIn,
      links: signIn.links,
      alsoEnd: computers.cutOffThoseOf,
      maxPerOrganization: config.MUSTER_MAX_USERS,
    }),
    keys: createKeys({
      database,
      ids,
      clock,
      tokens,
      waysIn,
      policyOf: async (handle, organizationId) => (await controls.inForce(handle, organizationId)).apiKeyPolicy ?? {},
      maxPerUser: config.MUSTER_MAX_KEYS_PER_USER,
    }),
    messages: createMessages({ database, ids, clock, sessions, computers, hints, offers, maxAttachmentBytes }),
    webhooks: createWebhooks({ database, ids, hints, secretBox, rule: webhookRule }),
    reports: createReports({ database, ids }),
    audit: createAudit({ database }),
    ingest,
    analytics: createAnalytics({ database, events, clock, batch, deletions, settle, reopenDays: changedDays.reopen }),
    spend: createSpend({ database, events, clock, workers: batchWorkers }),
    probes,
    metrics: createMetrics(metricSources({ database, clock, dataDir: config.MUSTER_DATA_DIR, ingest, writer }), log),
    about: {
      version: packageJson.version,
      apiUrl,
      appUrl,
      metricsToken: config.MUSTER_METRICS_TOKEN,
      hasManagedComputers: config.MUSTER_MANAGED_COMPUTERS !== 'off',
    },
  }
  return { services, batch, writer, live, offers, reach, connections, stays, webhookRule }
}
