import { useMachineNetwork } from '@muster/contract/node/machine-network'
import packageJson from '../../package.json' with { type: 'json' }
import { helpText } from '../ground/config/help-text.ts'
import { ConfigError, readConfig, unknownSettings, withDemoDefaults } from '../ground/config/read-config.ts'
import type { Config } from '../ground/config/settings.ts'
import { explainDiskFault } from '../ground/platform/disk-fault.ts'
import { killUnlessEnded } from '../ground/platform/exit-guard.ts'
import { createLog, type Log } from '../ground/platform/log.ts'
import { type App, startApp } from './app.ts'
import { BackupRefused } from './backup/format.ts'
import type { DemoResult } from './demo/load-demo.ts'
import { createLoading, type Loading } from './demo/loading.ts'
import { explainFailure } from './explain-failure.ts'
import { makeBackup } from './make-backup.ts'
import { moveEvents } from './move-events.ts'
import { newOwnerKey, newOwnerKeyUsage } from './new-owner-key.ts'
import { offerOwnerLink } from './offer-owner-link.ts'
import { restoreBackup } from './restore-backup.ts'
import { ownerText, welcome } from './welcome.ts'

/** Longer than the limits of all parts together. Containers are killed after 30 seconds. */
const longestEndMs = 29_000
const longestExitMs = 10_000

const exitCodes = { failed: 1, wrongUsage: 2 } as const

/** Runs the service: reads the configuration, listens, and closes in order on a signal. */
export async function run(args: readonly string[]): Promise<void> {
  // Every file that the service or a library creates from now on is closed to other accounts.
  process.umask(0o077)
  if (args.includes('--help') || args.includes('-h')) return print(helpText())
  if (args.includes('--version')) return print(`${packageJson.version}\n`)
  if (args[0] === 'move-events' && args.length === 1) return moveEventsOrExit()
  if (args[0] === 'new-owner-key') return newOwnerKeyOrExit(args.slice(1))
  if (args[0] === 'backup' || args[0] === 'restore') return backupOrExit(args[0], args.slice(1))
  const unknown = args.find((arg) => arg !== '--demo')
  if (unknown !== undefined) fail(exitCodes.wrongUsage, `There is no option ${unknown}. Try: npm start -- --help`)
  const isDemo = args.includes('--demo')
  const config = configOrExit(isDemo)
  const log = createLog(config.MUSTER_LOG_LEVEL)
  useMachineNetwork()
  for (const name of unknownSettings(process.env)) log.warn(`${name} is not a setting of this service; is it misspelt?`)
  // The output may be a closed terminal or pipe. That must not end the process before Postgres is stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

  let app: App | undefined
  let loading: Promise<DemoResult> | undefined
  let closing = false
  const stopping = new AbortController()
  const stop = async (code: number) => {
    if (closing) return
    closing = true
    endWithin(longestEndMs)
    stopping.abort()
    await loading?.catch(() => undefined)
    await app?.close()
    killUnlessEnded(longestExitMs)
    process.exit(code)
  }
  const onFatal = (error: Error) => {
    log.error({ err: error }, explainDiskFault(error, config.MUSTER_DATA_DIR) ?? 'the service cannot go on')
    void stop(exitCodes.failed)
  }
  process.on('unhandledRejection', (reason) => onFatal(reason instanceof Error ? reason : new Error(String(reason))))
  process.on('uncaughtException', onFatal)

  const demo = isDemo ? createLoading() : undefined
  const starting = startApp({ config, log, loading: demo, onFatal }).catch((error: unknown) =>
    fail(exitCodes.failed, explainFailure(error, config)),
  )
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      endWithin(longestEndMs)
      // A signal during the start waits for the start to finish, so that nothing is left half open.
      void starting.then(() => stop(0))
    })
  }
  app = await starting
  const isTerminal = process.stdout.isTTY
  const signIn = await offerOwnerLink(app, { config, isDemo, isTerminal })
  if (demo) {
    // Loading takes a while. A person who interrupts it must already have the key.
    print(ownerText(app, isTerminal))
    loading = demonstrate(app, log, demo, stopping.signal)
  }
  try {
    const loaded = await loading
    if (loaded?.isComplete !== false) print(welcome(app, { config, isTerminal, demo: loaded, signIn }))
    else print('Stopped. The next npm start -- --demo goes on from here.\n')
  } catch (error) {
    process.stderr.write(`${explainFailure(error, config)}\n`)
    await stop(exitCodes.failed)
  }
}

async function demonstrate(app: App, log: Log, loading: Loading, signal: AbortSignal): Promise<DemoResult> {
  const { loadDemo } = await import('./demo/load-demo.ts')
  const { createProgress } = await import('./demo/progress.ts')
  const { level } = log
  // Log lines of normal work would break the progress bar.
  if (process.stdout.isTTY && level === 'info') log.level = 'warn'
  try {
    const progress = loading.with(createProgress(process.stdout))
    const result = await loadDemo({ ...app.services, progress, signal })
    if (result.isComplete) loading.end()
    return result
  } finally {
    log.level = level
  }
}

async function moveEventsOrExit(): Promise<void> {
  const config = configOrExit()
  await moveEvents(config, createLog(config.MUSTER_LOG_LEVEL), print).catch((error: unknown) =>
    fail(exitCodes.failed, explainFailure(error, config)),
  )
}

async function backupOrExit(command: 'backup' | 'restore', files: readonly string[]): Promise<void> {
  const [file] = files
  if (file === undefined || files.length > 1) fail(exitCodes.wrongUsage, `Name one file: npm start -- ${command} FILE`)
  const config = configOrExit()
  const work = command === 'backup' ? makeBackup : restoreBackup
  // For a single command, log lines about start and end are not useful.
  const level = config.MUSTER_LOG_LEVEL === 'info' ? 'warn' : config.MUSTER_LOG_LEVEL
  await work(config, createLog(level), file, process.stdout).catch((error: unknown) => {
    fail(
      exitCodes.failed,
      error instanceof BackupRefused ? error.message : explainFailure(error, config, `The ${command} failed`),
    )
  })
}

/** Standard output contains only the key, so that a script can read it. */
async function newOwnerKeyOrExit([email, organizationId, ...more]: readonly string[]): Promise<void> {
  const isId = organizationId === undefined || /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(organizationId)
  if (email === undefined || !isId || more.length > 0) fail(exitCodes.wrongUsage, `Usage: ${newOwnerKeyUsage}`)
  const config = configOrExit()
  const log = createLog(config.MUSTER_LOG_LEVEL === 'info' ? 'warn' : config.MUSTER_LOG_LEVEL)
  const key = await newOwnerKey(config, log, { email, organizationId }).catch((error: unknown) =>
    fail(exitCodes.failed, explainFailure(error, config, 'No key could be made')),
  )
  process.stderr.write(`A new key for ${email}. Keep it: it is not shown again. Keys that leaked are to be revoked.\n`)
  print(`${key}\n`)
}

function configOrExit(isDemo = false): Config {
  try {
    return readConfig(isDemo ? withDemoDefaults(process.env) : process.env)
  } catch (error) {
    if (error instanceof ConfigError) return fail(exitCodes.wrongUsage, error.message)
    throw error
  }
}

/** Ends the process after this time, if something hangs unexpectedly. */
function endWithin(ms: number): void {
  const giveUp = () => {
    killUnlessEnded(longestExitMs)
    fail(exitCodes.failed, 'Muster could not end in order; the next start clears up.')
  }
  setTimeout(giveUp, ms).unref()
}

function print(text: string): void {
  process.stdout.write(text)
}

function fail(code: number, message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}
