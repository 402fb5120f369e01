import packageJson from '../package.json' with { type: 'json' }
import { type App, startApp } from './app.ts'
import { type Config, ConfigError, helpText, readConfig, unknownSettings } from './config.ts'
import { WrongEventStore } from './events/open-event-store.ts'
import { moveEvents } from './move-events.ts'
import { DataDirectoryInUse } from './platform/data-directory-lock.ts'
import { createLog } from './platform/log.ts'
import { welcome } from './welcome.ts'

const exitCodes = { failed: 1, wrongUsage: 2 } as const

/** Starts the service as a process: reads the configuration, listens, and closes in order when it is told to end. */
export async function run(args: readonly string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) return print(helpText())
  if (args.includes('--version')) return print(`${packageJson.version}\n`)
  if (args[0] === 'move-events' && args.length === 1) return moveEventsOrExit()
  if (args.length > 0) fail(exitCodes.wrongUsage, `There is no option ${args[0]}. Try: npm start -- --help`)
  const config = configOrExit()
  const log = createLog(config.MUSTER_LOG_LEVEL)
  for (const name of unknownSettings(process.env)) log.warn(`${name} is not a setting of this service; is it misspelt?`)

  let app: App | undefined
  let closing = false
  const stop = async (code: number) => {
    if (closing) return
    closing = true
    await app?.close()
    process.exit(code)
  }
  const onFatal = (error: Error) => {
    log.error({ err: error }, 'the service cannot go on')
    void stop(exitCodes.failed)
  }
  process.on('unhandledRejection', (reason) => onFatal(reason instanceof Error ? reason : new Error(String(reason))))

  const starting = startApp({ config, log, onFatal }).catch((error: unknown) => fail(exitCodes.failed, explain(error)))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // A signal during the start waits for it to finish, so that nothing is left half open.
    process.on(signal, () => void starting.then(() => stop(0)))
  }
  app = await starting
  print(welcome(app, config))
}

async function moveEventsOrExit(): Promise<void> {
  const config = configOrExit()
  await moveEvents(config, createLog(config.MUSTER_LOG_LEVEL), print).catch((error: unknown) =>
    fail(exitCodes.failed, explain(error)),
  )
}

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (error instanceof ConfigError) return fail(exitCodes.wrongUsage, error.message)
    throw error
  }
}

function explain(error: unknown): string {
  if (error instanceof DataDirectoryInUse || error instanceof WrongEventStore) return error.message
  const { code, address, port } = error as { code?: string; address?: string; port?: number }
  if (code === 'EADDRINUSE') return `${address}:${port} is in use by another program. Choose another MUSTER_PORT.`
  if (code === 'EACCES' && port) return `This user may not listen on port ${port}. Choose another MUSTER_PORT.`
  return `Muster could not start: ${error instanceof Error ? error.message : String(error)}`
}

function print(text: string): void {
  process.stdout.write(text)
}

function fail(code: number, message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}
