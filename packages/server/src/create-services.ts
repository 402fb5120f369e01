import packageJson from '../package.json' with { type: 'json' }
import { createBatch } from './analytics/batch.ts'
import { createDeletions } from './analytics/deletions.ts'
import { keepStatistics } from './analytics/keep-statistics.ts'
import { createAnalytics } from './analytics/service.ts'
import type { Domain } from './api/services.ts'
import { createAudit } from './audit/service.ts'
import { createComputerConnections } from './computers/connections.ts'
import { createReach } from './computers/reach.ts'
import { createComputers } from './computers/service.ts'
import type { Config } from './config/settings.ts'
import { createControls } from './controls/service.ts'
import type { Database } from './database/database.ts'
import type { RightsWatch } from './database/rights-watch.ts'
import type { Loading } from './demo/loading.ts'
import type { OpenedStore } from './events/open-event-store.ts'
import { createMetrics } from './http/metrics.ts'
import { createIdempotency } from './idempotency/service.ts'
import { createBodyReader } from './ingest/body-reader.ts'
import { maxWaitingEvents } from './ingest/bounds.ts'
import { createIngest } from './ingest/service.ts'
import { createChangedDays } from './ingest/writing/changed-days.ts'
import { createEventWriter } from './ingest/writing/event-writer.ts'
import { scheduleReconcile } from './ingest/writing/reconcile.ts'
import { UserDayBound } from './ingest/writing/user-day-bound.ts'
import { createKeys } from './keys/service.ts'
import { createTokens } from './keys/tokens.ts'
import { createWaysIn } from './keys/ways-in.ts'
import { createCredits } from './limits/credits.ts'
import { createLimits } from './limits/service.ts'
import { createOffers } from './messages/offers.ts'
import { createReleaseSessions } from './messages/release-sessions.ts'
import { createMessages } from './messages/service.ts'
import { metricSources } from './metric-sources.ts'
import { openAuthentication } from './open-authentication.ts'
import { createOrganizations } from './organizations/service.ts'
import type { Clock } from './platform/clock.ts'
import type { Hints } from './platform/hints.ts'
import type { Ids } from './platform/ids.ts'
import type { Lifecycle } from './platform/lifecycle.ts'
import type { Log } from './platform/log.ts'
import { createProbe } from './platform/probe.ts'
import type { SecretBox } from './platform/secret-box.ts'
import { createReports } from './reports/service.ts'
import type { Host } from './run-managed-computers.ts'
import { createSessions } from './sessions/service.ts'
import type { startWorkers } from './start-workers.ts'
import { createLive } from './turns/live.ts'
import { createTurns } from './turns/service.ts'
import { createUsers } from './users/service.ts'
import { createWatch } from './watch/service.ts'
import { createAddressRule } from './webhooks/address-rule.ts'
import { createWebhooks } from './webhooks/service.ts'

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

/** Creates all services that endpoints call, and what else the service itself needs. */
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
    // A node without the events has nothing to wait for, so it is ready.
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
      computers,
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
