import type { PoolConfig } from 'pg'
import packageJson from '../package.json' with { type: 'json' }
import { createBatch } from './analytics/batch.ts'
import { createDeletions } from './analytics/deletions.ts'
import { scheduleBatch } from './analytics/schedule.ts'
import { createAnalytics } from './analytics/service.ts'
import { routes } from './api/routes.ts'
import type { Services } from './api/services.ts'
import { createAudit } from './audit/service.ts'
import { backupSource } from './backup/backup-source.ts'
import { backupBeforeUpgrade } from './backup/before-upgrade.ts'
import { refuseUnfinishedRestore } from './backup/restore-target.ts'
import { serveBackup } from './backup/serve-backup.ts'
import { createComputerConnections } from './computers/connections.ts'
import { createReach } from './computers/reach.ts'
import { createComputers } from './computers/service.ts'
import type { Config } from './config.ts'
import { createControls } from './controls/service.ts'
import { checkConnection } from './database/check-connection.ts'
import { connectDatabase, type Database } from './database/database.ts'
import { startEmbeddedPostgres } from './database/embedded/embedded-postgres.ts'
import { LONGEST_SHUTDOWN_MS } from './database/embedded/postgres-process.ts'
import { migrate } from './database/migrate.ts'
import { createSharedHints } from './database/shared-hints.ts'
import { type OpenedStore, openEventStore } from './events/open-event-store.ts'
import { type FirstOrganization, openFirstOrganization } from './first-organization.ts'
import type { GrpcOptions } from './grpc/otlp-server.ts'
import { type Listener, listen } from './http/listener.ts'
import { createMetrics } from './http/metrics.ts'
import { createHttpServer } from './http/server.ts'
import { createIdempotency } from './idempotency/service.ts'
import { createBodyReader } from './ingest/body-reader.ts'
import { createEventWriter } from './ingest/event-writer.ts'
import { createIngest } from './ingest/service.ts'
import { UserDayBound } from './ingest/user-day-bound.ts'
import { createAuthenticate } from './keys/authenticate.ts'
import { FailedSignIns } from './keys/failed-sign-ins.ts'
import { LastUse } from './keys/last-use.ts'
import { createOpenIdVerifier } from './keys/openid.ts'
import { createKeys } from './keys/service.ts'
import { createSignIn } from './keys/sign-in.ts'
import { createStillHolds } from './keys/still-holds.ts'
import { createTokens } from './keys/tokens.ts'
import { createWaysIn } from './keys/ways-in.ts'
import { createCredits } from './limits/credits.ts'
import { scheduleCredits } from './limits/schedule-credits.ts'
import { createLimits } from './limits/service.ts'
import { createReleaseSessions } from './messages/release-sessions.ts'
import { createMessages } from './messages/service.ts'
import { metricSources } from './metric-sources.ts'
import { createOrganizations } from './organizations/service.ts'
import { type Clock, createClock } from './platform/clock.ts'
import { listenForCommands } from './platform/control-socket.ts'
import { prepareDataDirectory } from './platform/data-directory.ts'
import { lockDataDirectory } from './platform/data-directory-lock.ts'
import { createHints, type Hints } from './platform/hints.ts'
import { type Ids, randomIds } from './platform/ids.ts'
import { Lifecycle } from './platform/lifecycle.ts'
import type { Log } from './platform/log.ts'
import { createProbe } from './platform/probe.ts'
import { createRequestLimits } from './platform/request-limits.ts'
import { createSecretBox } from './platform/secret-box.ts'
import { loadSecretKey } from './platform/secret-key.ts'
import type { TlsPaths } from './platform/tls-files.ts'
import { createReports } from './reports/service.ts'
import { runSessions } from './run-sessions.ts'
import { createSessions } from './sessions/service.ts'
import { startWorkers } from './start-workers.ts'
import { createLive } from './turns/live.ts'
import { createTurns } from './turns/service.ts'
import { startUpkeep } from './upkeep.ts'
import { createUsers } from './users/service.ts'
import { createWatch } from './watch/service.ts'

export interface App {
  /** Where it listens. */
  readonly address: string
  /** Where OpenTelemetry is taken over gRPC. */
  readonly grpcPort: number | undefined
  readonly version: string
  readonly created: FirstOrganization['created']
  readonly unusedKey: FirstOrganization['unusedKey']
  readonly services: Services
  /** Finishes the requests under way, then closes everything in reverse order. */
  close(): Promise<void>
}

export interface AppOptions {
  readonly config: Config
  readonly log: Log
  readonly clock?: Clock
  readonly ids?: Ids
  /** Called when the service cannot go on. */
  readonly onFatal: (error: Error) => void
}

/** About 100 MB of events: enough for a second or two of whatever the store can take. */
const maxWaitingEvents = 200_000

/** How long requests under way are waited for when the service ends. */
const requestPatienceMs = 5_000

/** How long statements are waited for: a little longer, so that requests get their answers. */
const statementPatienceMs = 8_000

/** The composition root: the only place that names concrete engines. */
export async function startApp(options: AppOptions): Promise<App> {
  const { config, log } = options
  const lifecycle = new Lifecycle(log)
  try {
    return await build(options, lifecycle, config, log)
  } catch (error) {
    await lifecycle.close()
    throw error
  }
}

async function build(options: AppOptions, lifecycle: Lifecycle, config: Config, log: Log): Promise<App> {
  const clock = options.clock ?? createClock(config.MUSTER_NOW)
  const ids = options.ids ?? randomIds
  const listener = await takePort(config, log, lifecycle)
  const startGrpc = await takeGrpc(config, lifecycle)
  const lock = await lockData(config, log, lifecycle)
  const { database, connection } = await openDatabase(options, lifecycle)
  const secretBox = createSecretBox(await loadSecretKey(config.MUSTER_SECRET_KEY, config.MUSTER_DATA_DIR))
  const origin = `${listener.scheme}://${hostForUrl(config.MUSTER_HOST)}`
  const apiUrl = config.MUSTER_API_URL ?? `${origin}:${listener.port}`
  const appUrl = config.MUSTER_APP_URL ?? apiUrl

  const lifetimeSeconds = config.MUSTER_TOKEN_SECONDS
  const tokens = await createTokens({ database, clock, ids, secretBox, issuer: apiUrl, lifetimeSeconds })
  const organizations = createOrganizations({ database, ids, clock })
  const controls = createControls({ database, secretBox })
  const limits = createLimits({ database, clock })
  const releaseSessions = createReleaseSessions({ ids })
  const hints = openHints(config, log, lifecycle)
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
  })
  const sessions = createSessions({
    database,
    ids,
    computers,
    controls,
    hints,
    maxPerUser: config.MUSTER_MAX_SESSIONS_PER_USER,
  })
  const turns = createTurns({ database, ids, clock, hints, sessions })
  const live = createLive()
  const connections = createComputerConnections({ database, clock, hints, nodeId: ids.uuid() })
  const waysIn = createWaysIn({ openIdIssuer: config.MUSTER_OIDC_ISSUER })
  const opened = await openEvents(options, database, lifecycle)
  const { store: events, isHere } = opened
  const { batchWorkers, bodyWorkers } = startWorkers(config, log, lifecycle)
  const deletions = createDeletions({ database, events, clock, ids, log })
  const batch = createBatch({ database, events, clock, log, workers: batchWorkers, deletions })
  const credits = createCredits({ database, events, clock })
  const writer = createEventWriter({ database, events, clock, maxWaiting: maxWaitingEvents })
  const ingest = createIngest({
    ...{ database, clock, writer },
    reader: createBodyReader(bodyWorkers),
    bound: new UserDayBound(events, config.MUSTER_MAX_EVENTS_PER_USER_DAY),
  })
  const maxAttachmentBytes = config.MUSTER_MAX_ATTACHMENT_BYTES
  const probes = {
    database: createProbe('The database', () => database.ping()),
    // Where another node has the events, this one is as ready as it will be.
    events: createProbe('The store of usage events', async () => {
      if (isHere) await events.ping()
    }),
  }
  const services: Services = {
    database,
    clock,
    organizations,
    controls,
    limits,
    credits,
    computers,
    sessions,
    turns,
    watch: createWatch({ database, hints, live, sessions, stillHolds: createStillHolds({ database, clock }) }),
    tokens,
    idempotency: createIdempotency({ database, secretBox }),
    users: createUsers({ database, ids, controls, waysIn, maxPerOrganization: config.MUSTER_MAX_USERS }),
    keys: createKeys({
      database,
      ids,
      clock,
      tokens,
      waysIn,
      policyOf: async (handle, organizationId) => (await controls.inForce(handle, organizationId)).apiKeyPolicy ?? {},
      maxPerUser: config.MUSTER_MAX_KEYS_PER_USER,
    }),
    messages: createMessages({ database, ids, sessions, computers, controls, limits, hints, maxAttachmentBytes }),
    reports: createReports({ database, ids }),
    audit: createAudit({ database }),
    ingest,
    analytics: createAnalytics({ database, events, clock, batch, deletions }),
    probes,
    metrics: createMetrics(metricSources({ database, clock, dataDir: config.MUSTER_DATA_DIR, ingest, writer }), log),
    about: { version: packageJson.version, apiUrl, appUrl, metricsToken: config.MUSTER_METRICS_TOKEN },
  }
  const first = await openFirstOrganization({ organizations, database, config, clock, ids, log })
  lifecycle.onClose('first key', () => first.stop())

  const lastUse = new LastUse({ database, clock, log })
  lifecycle.onClose('last use', () => lastUse.close())
  const failedSignIns = new FailedSignIns({ database, clock, log })
  lifecycle.onClose('failed sign-ins', () => failedSignIns.close())
  const upkeep = startUpkeep({
    database,
    clock,
    idempotency: services.idempotency,
    writer: isHere ? writer : undefined,
    log,
    auditDays: config.MUSTER_AUDIT_DAYS,
    counterDays: config.MUSTER_COUNTER_DAYS,
  })
  lifecycle.onClose('upkeep', () => upkeep.stop())
  if (isHere) {
    const schedule = scheduleBatch(batch, log)
    lifecycle.onClose('analytics batch', () => schedule.stop())
    const counting = scheduleCredits(credits, log)
    lifecycle.onClose('credits', () => counting.stop())
  }

  const authenticate = createAuthenticate({
    database,
    clock,
    tokens,
    openId: openIdFrom(config, { database, clock, lastUse, failedSignIns }),
    lastUse,
    failedSignIns,
    enforceNetworkPolicy: config.MUSTER_NETWORK_POLICY === 'enforce',
  })
  const requestLimits = createRequestLimits(
    {
      perUser: config.MUSTER_RATE_LIMIT,
      perOrganization: config.MUSTER_ORGANIZATION_RATE_LIMIT,
      inFlightPerUser: config.MUSTER_MAX_IN_FLIGHT,
      inFlightPerOrganization: config.MUSTER_ORGANIZATION_MAX_IN_FLIGHT,
    },
    clock,
  )
  const http = await createHttpServer({
    server: listener.server,
    routes: routes.map((bind) => bind(services)),
    authenticate,
    operatorKey: config.MUSTER_OPERATOR_KEY,
    authenticateComputer: connections.authenticate,
    limits: requestLimits,
    metrics: services.metrics,
    log,
    ids,
    urls: { apiUrl, appUrl },
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
  const running = await runSessions({
    database,
    hints,
    controls,
    turns,
    live,
    connections,
    reach,
    log,
    isAlone: config.DATABASE_URL === undefined,
    graceMs: config.MUSTER_COMPUTER_GRACE_SECONDS * 1000,
  })
  listener.server.on('upgrade', running.relay.upgrade)
  lifecycle.onClose('computers', () => running.stop())
  const grpc = await startGrpc?.({
    ingest,
    authenticate,
    limits: requestLimits,
    ids,
    log,
    ping: () => Promise.all([probes.database(), probes.events()]).then(() => undefined),
  })
  if (grpc) lifecycle.onClose('gRPC', () => grpc.close())
  const backup = serveBackup(() => backupSource({ config, connection, events: opened, eventsStay: false }), log)
  const stopCommands = await listenForCommands({ dataDir: config.MUSTER_DATA_DIR, commands: { backup }, log })
  lifecycle.onClose('commands', stopCommands)
  // Registered last, so that it comes first: whoever waits for the database is not waited for much longer than requests.
  lifecycle.onClose('statements', () => database.hurry(statementPatienceMs))
  const address = `${origin}:${listener.port}`
  await lock?.announce(address)
  return {
    address,
    grpcPort: grpc?.port,
    version: packageJson.version,
    created: first.created,
    unusedKey: first.unusedKey,
    services,
    close: () => lifecycle.close(),
  }
}

/** The first thing that a start does: when the port is not to be had, nothing has been made yet. */
async function takePort(config: Config, log: Log, lifecycle: Lifecycle): Promise<Listener> {
  const { MUSTER_HOST: host, MUSTER_PORT: port } = config
  const listener = await listen({ host, port, tls: tlsPathsOf(config), log })
  lifecycle.onClose('port', () => listener.close(0))
  return listener
}

/** HTTP and gRPC show the same certificate. */
function tlsPathsOf({ MUSTER_TLS_CERT: cert, MUSTER_TLS_KEY: key }: Config): TlsPaths | undefined {
  return cert && key ? { cert, key } : undefined
}

/** One service at a time has what is in the data directory, unless the database is elsewhere. */
export async function lockData(config: Config, log: Log, lifecycle: Lifecycle) {
  await refuseUnfinishedRestore(config.MUSTER_DATA_DIR)
  const isEmbedded = config.DATABASE_URL === undefined
  await prepareDataDirectory(config.MUSTER_DATA_DIR, { isPassable: isEmbedded && process.getuid?.() === 0, log })
  if (!isEmbedded) return undefined
  const lock = await lockDataDirectory(config.MUSTER_DATA_DIR)
  lifecycle.onClose('data directory', () => lock.release())
  return lock
}

type GrpcParts = Omit<GrpcOptions, 'port' | 'maxBytes' | 'trustedProxies'>

/** Loaded only where it is wanted: most installations do without. */
async function takeGrpc(config: Config, lifecycle: Lifecycle) {
  const { MUSTER_OTLP_GRPC_PORT: number, MUSTER_HOST: host, MUSTER_MAX_TELEMETRY_BYTES: maxBytes } = config
  if (number === undefined) return undefined
  const { takeGrpcPort } = await import('./grpc/take-port.ts')
  const port = await takeGrpcPort({ host, port: number, tls: tlsPathsOf(config) })
  lifecycle.onClose('port of gRPC', () => port.server.close())
  return async (parts: GrpcParts) => {
    const { startOtlpServer } = await import('./grpc/otlp-server.ts')
    return startOtlpServer({ ...parts, port, maxBytes, trustedProxies: config.MUSTER_TRUST_PROXY })
  }
}

type DatabaseOptions = Pick<AppOptions, 'config' | 'log' | 'onFatal'>

/** How to connect to the database of the installation. The embedded one is started, and stopped with the lifecycle. */
export async function reachDatabase(options: DatabaseOptions, lifecycle: Lifecycle): Promise<PoolConfig> {
  const { config, log, onFatal } = options
  if (config.DATABASE_URL !== undefined) {
    await checkConnection(config.DATABASE_URL)
    return { connectionString: config.DATABASE_URL }
  }
  const postgres = await startEmbeddedPostgres({ dataDir: config.MUSTER_DATA_DIR, log, onGiveUp: onFatal })
  lifecycle.onClose('Postgres', () => postgres.stop(), LONGEST_SHUTDOWN_MS)
  return postgres.connection
}

/** The database of the installation, up to date. It is closed with the lifecycle. */
export async function openDatabase(options: DatabaseOptions, lifecycle: Lifecycle) {
  const { config, log } = options
  const connection = await reachDatabase(options, lifecycle)
  const database = connectDatabase({ connection, maxConnections: config.MUSTER_DATABASE_CONNECTIONS, log })
  lifecycle.onClose('database', () => database.close())
  const makesBackup = config.DATABASE_URL === undefined && config.MUSTER_UPGRADE_BACKUP === 'on'
  if (makesBackup) await backupBeforeUpgrade({ config, connection, database, log })
  await migrate(database)
  return { database, connection }
}

async function openEvents({ config, log }: AppOptions, database: Database, lifecycle: Lifecycle): Promise<OpenedStore> {
  const { CLICKHOUSE_URL: url, CLICKHOUSE_CLUSTER: cluster, MUSTER_DATA_DIR: dataDir } = config
  const opened = await openEventStore({
    database,
    log,
    dataDir,
    clickHouse: url === undefined ? undefined : { url, cluster },
  })
  lifecycle.onClose('event store', () => opened.store.close())
  return opened
}

/** Nodes that share a database tell each other of changes. A node with a database of its own is alone. */
function openHints(config: Config, log: Log, lifecycle: Lifecycle): Hints {
  if (config.DATABASE_URL === undefined) return createHints()
  const hints = createSharedHints({ connection: { connectionString: config.DATABASE_URL }, log })
  lifecycle.onClose('hints', () => hints.close())
  return hints
}

function openIdFrom(config: Config, parts: Omit<Parameters<typeof createSignIn>[0], 'verifier'>) {
  const { MUSTER_OIDC_ISSUER: issuer, MUSTER_OIDC_AUDIENCE: audience, MUSTER_OIDC_JWKS_URL: jwksUrl } = config
  if (!issuer || !audience) return undefined
  const trustEmail = config.MUSTER_OIDC_TRUST_EMAIL
  const maxTokenSeconds = config.MUSTER_OIDC_MAX_TOKEN_SECONDS
  const verifier = createOpenIdVerifier({ issuer, audience, jwksUrl, trustEmail, maxTokenSeconds }, parts.clock)
  return { issuer, signIn: createSignIn({ ...parts, verifier }) }
}

function hostForUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
