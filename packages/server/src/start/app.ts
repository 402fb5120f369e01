import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import type { Domain } from '../api/services.ts'
import type { Config } from '../ground/config/settings.ts'
import { type Clock, createClock } from '../ground/platform/clock.ts'
import { listenForCommands } from '../ground/platform/control-socket.ts'
import { type Ids, randomIds } from '../ground/platform/ids.ts'
import { Lifecycle } from '../ground/platform/lifecycle.ts'
import type { Log } from '../ground/platform/log.ts'
import { createRequestLimits } from '../ground/platform/request-limits.ts'
import { createSecretBox } from '../ground/platform/secret-box.ts'
import { loadSecretKey } from '../ground/platform/secret-key.ts'
import { backupSource } from './backup/backup-source.ts'
import { serveBackup } from './backup/serve-backup.ts'
import { createServices } from './create-services.ts'
import type { Loading } from './demo/loading.ts'
import { type FirstOrganization, openFirstOrganization } from './first-organization.ts'
import {
  hostForUrl,
  lockData,
  openDatabase,
  openEvents,
  openHints,
  openRights,
  takeGrpc,
  takePort,
} from './open-engines.ts'
import { runByItself } from './run-by-itself.ts'
import { openHost, runManagedComputers } from './run-managed-computers.ts'
import { runSessions } from './run-sessions.ts'
import { serveHttp } from './serve-http.ts'
import { startWorkers } from './start-workers.ts'

export interface App {
  /** The address on which it listens. */
  readonly address: string
  /** The port for OpenTelemetry over gRPC. */
  readonly grpcPort: number | undefined
  readonly version: string
  readonly created: FirstOrganization['created']
  readonly unusedKey: FirstOrganization['unusedKey']
  readonly services: Domain
  /** Finishes the requests in progress, then closes everything in reverse order. */
  close(): Promise<void>
}

interface AppOptions {
  readonly config: Config
  readonly log: Log
  readonly clock?: Clock
  readonly ids?: Ids
  /** Only for a demonstration. */
  readonly loading?: Loading | undefined
  /** The directory of the built web application. */
  readonly webDirectory?: string
  /** Called if the service cannot continue. */
  readonly onFatal: (error: Error) => void
}

/**
 * How long the service waits for statements when it ends. It is a little longer than for requests, so that requests get
 * their answers.
 */
const statementPatienceMs = 8_000

const webDirectory = join(import.meta.dirname, '../../../web/dist')
const packagesDirectory = join(import.meta.dirname, '../../../../dist/packages')

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
  const urls = { apiUrl, appUrl: config.MUSTER_APP_URL ?? apiUrl }

  const hints = openHints(config, log, lifecycle)
  const opened = await openEvents(options, database, lifecycle)
  const host = await openHost(config, ids)
  const { services, batch, writer, live, offers, reach, connections, stays, webhookRule } = await createServices({
    config,
    log,
    clock,
    ids,
    database,
    rights: openRights(options, connection, lifecycle),
    hints,
    lifecycle,
    secretBox,
    events: opened,
    host,
    loading: options.loading,
    workers: startWorkers(config, log, lifecycle),
    urls,
  })
  const { organizations, controls, turns, ingest, probes, watch, computers, authenticate } = services
  const first = await openFirstOrganization({ organizations, database, config, clock, ids, log })
  lifecycle.onClose('first key', () => first.stop())

  runByItself(
    { config, services, opened, database, clock, hints, secretBox, batch, writer, webhookRule, log },
    lifecycle,
  )

  const limits = createRequestLimits(
    {
      perUser: config.MUSTER_RATE_LIMIT,
      perOrganization: config.MUSTER_ORGANIZATION_RATE_LIMIT,
      inFlightPerUser: config.MUSTER_MAX_IN_FLIGHT,
      inFlightPerOrganization: config.MUSTER_ORGANIZATION_MAX_IN_FLIGHT,
      largestBody: Math.max(
        config.MUSTER_MAX_BODY_BYTES,
        config.MUSTER_MAX_MESSAGE_BYTES,
        config.MUSTER_MAX_REPORT_BYTES,
        config.MUSTER_MAX_TELEMETRY_BYTES,
      ),
    },
    clock,
  )
  const directory = options.webDirectory ?? webDirectory
  const serving = {
    config,
    listener,
    services,
    connections,
    limits,
    log,
    ids,
    clock,
    urls,
    directory,
    packagesDirectory,
  }
  await serveHttp(serving, lifecycle)
  const running = await runSessions({
    database,
    hints,
    controls,
    turns,
    live,
    offers,
    connections,
    stays,
    reach,
    watch,
    computers,
    authenticate,
    limits,
    trustedProxies: config.MUSTER_TRUST_PROXY,
    log,
    isAlone: config.DATABASE_URL === undefined,
    graceMs: config.MUSTER_COMPUTER_GRACE_SECONDS * 1000,
  })
  listener.server.on('upgrade', running.upgrade)
  lifecycle.onClose('computers', () => running.stop())
  const grpc = await startGrpc?.({
    ingest,
    authenticate,
    limits,
    ids,
    log,
    ping: () => Promise.all([probes.database(), probes.events()]).then(() => undefined),
  })
  if (grpc) lifecycle.onClose('gRPC', () => grpc.close())
  const backup = serveBackup(() => backupSource({ config, connection, events: opened, eventsStay: false }), log)
  const stopCommands = await listenForCommands({ dataDir: config.MUSTER_DATA_DIR, commands: { backup }, log })
  lifecycle.onClose('commands', stopCommands)
  // Registered last, so it runs first: connections that hang are closed soon after requests have had their time.
  lifecycle.onClose('statements', () => database.hurry(statementPatienceMs))
  const address = `${origin}:${listener.port}`
  const serviceUrl = listener.scheme === 'https' ? apiUrl : address
  const { version } = packageJson
  runManagedComputers(host, { config, database, controls, hints, clock, ids, log, version, serviceUrl }, lifecycle)
  await lock?.announce(address)
  return {
    address,
    grpcPort: grpc?.port,
    version,
    created: first.created,
    unusedKey: first.unusedKey,
    services,
    close: () => lifecycle.close(),
  }
}
