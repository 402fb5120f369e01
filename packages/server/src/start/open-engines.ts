import type { PoolConfig } from 'pg'
import type { GrpcOptions } from '../api/grpc/otlp-server.ts'
import type { Config } from '../ground/config/settings.ts'
import { checkConnection } from '../ground/database/check-connection.ts'
import { connectDatabase, type Database } from '../ground/database/database.ts'
import { startEmbeddedPostgres } from '../ground/database/embedded/embedded-postgres.ts'
import { LONGEST_SHUTDOWN_MS } from '../ground/database/embedded/postgres-process.ts'
import { migrate } from '../ground/database/migrate.ts'
import { createRightsWatch, type RightsWatch } from '../ground/database/rights-watch.ts'
import { createSharedHints } from '../ground/database/shared-hints.ts'
import { prepareDataDirectory } from '../ground/platform/data-directory.ts'
import { lockDataDirectory } from '../ground/platform/data-directory-lock.ts'
import { createHints, type Hints } from '../ground/platform/hints.ts'
import type { Lifecycle } from '../ground/platform/lifecycle.ts'
import type { Log } from '../ground/platform/log.ts'
import type { TlsPaths } from '../ground/platform/tls-files.ts'
import { type Listener, listen } from '../http/listener.ts'
import { type OpenedStore, openEventStore } from '../know/events/open-event-store.ts'
import { backupBeforeUpgrade } from './backup/before-upgrade.ts'
import { refuseUnfinishedRestore } from './backup/restore-target.ts'

/** The first step of a start: if the port is in use, nothing has been created yet. */
export async function takePort(config: Config, log: Log, lifecycle: Lifecycle): Promise<Listener> {
  const { MUSTER_HOST: host, MUSTER_PORT: port } = config
  const listener = await listen({ host, port, tls: tlsPathsOf(config), log })
  lifecycle.onClose('port', () => listener.close(0))
  return listener
}

/** HTTP and gRPC use the same certificate. */
function tlsPathsOf({ MUSTER_TLS_CERT: cert, MUSTER_TLS_KEY: key }: Config): TlsPaths | undefined {
  return cert && key ? { cert, key } : undefined
}

/** Only one service at a time uses the data directory, unless the database is external. */
export async function lockData(config: Config, log: Log, lifecycle: Lifecycle) {
  await refuseUnfinishedRestore(config.MUSTER_DATA_DIR)
  const isEmbedded = config.DATABASE_URL === undefined
  const isShared = isEmbedded || config.MUSTER_MANAGED_COMPUTERS !== 'off'
  await prepareDataDirectory(config.MUSTER_DATA_DIR, { isPassable: isShared && process.getuid?.() === 0, log })
  if (!isEmbedded) return undefined
  const lock = await lockDataDirectory(config.MUSTER_DATA_DIR)
  lifecycle.onClose('data directory', () => lock.release())
  return lock
}

type GrpcParts = Omit<GrpcOptions, 'port' | 'maxBytes' | 'trustedProxies'>

/** Loaded on demand, because most installations do not use it. */
export async function takeGrpc(config: Config, lifecycle: Lifecycle) {
  const { MUSTER_OTLP_GRPC_PORT: number, MUSTER_HOST: host, MUSTER_MAX_TELEMETRY_BYTES: maxBytes } = config
  if (number === undefined) return undefined
  const { takeGrpcPort } = await import('../api/grpc/take-port.ts')
  const port = await takeGrpcPort({ host, port: number, tls: tlsPathsOf(config) })
  lifecycle.onClose('port of gRPC', () => port.server.close())
  return async (parts: GrpcParts) => {
    const { startOtlpServer } = await import('../api/grpc/otlp-server.ts')
    return startOtlpServer({ ...parts, port, maxBytes, trustedProxies: config.MUSTER_TRUST_PROXY })
  }
}

interface DatabaseOptions {
  readonly config: Config
  readonly log: Log
  /** Called if the service cannot continue. */
  readonly onFatal: (error: Error) => void
}

/**
 * Returns how to connect to the installation's database. An embedded one is started here and stopped by the lifecycle.
 */
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

/** Opens and migrates the installation's database. The lifecycle closes it. */
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

export async function openEvents(
  { config, log }: DatabaseOptions,
  database: Database,
  lifecycle: Lifecycle,
): Promise<OpenedStore> {
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

/** Nodes that share a database notify each other of changes. A node with an embedded database is alone. */
export function openHints(config: Config, log: Log, lifecycle: Lifecycle): Hints {
  if (config.DATABASE_URL === undefined) return createHints()
  const hints = createSharedHints({ connection: { connectionString: config.DATABASE_URL }, log })
  lifecycle.onClose('hints', () => hints.close())
  return hints
}

/**
 * The connection to an embedded database stays on this machine, so its loss is noticed at once. An external database
 * may drop the connection without this node noticing.
 */
export function openRights(
  { config, log }: DatabaseOptions,
  connection: PoolConfig,
  lifecycle: Lifecycle,
): RightsWatch | undefined {
  if (config.DATABASE_URL !== undefined) return undefined
  const rights = createRightsWatch({ connection, log })
  lifecycle.onClose('rights', () => rights.close())
  return rights
}

/** The host under which this machine reaches the service. */
export function hostForUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
