import packageJson from '../package.json' with { type: 'json' }
import { type App, startApp } from './app.ts'
import { type Config, ConfigError, helpText, readConfig, unknownSettings } from './config.ts'
import { type DemoResult, loadDemo } from './demo/load-demo.ts'
import { createProgress } from './demo/progress.ts'
import { moveEvents } from './move-events.ts'
import { createLog, type Log } from './platform/log.ts'
import { StartRefused } from './platform/start-refused.ts'
import { welcome } from './welcome.ts'

const exitCodes = { failed: 1, wrongUsage: 2 } as const

/** Starts the service as a process: reads the configuration, listens, and closes in order when it is told to end. */
export async function run(args: readonly string[]): Promise<void> {
  // Whatever is made from here on, by us or by a library, is closed to the machine's other accounts.
  process.umask(0o077)
  if (args.includes('--help') || args.includes('-h')) return print(helpText())
  if (args.includes('--version')) return print(`${packageJson.version}\n`)
  if (args[0] === 'move-events' && args.length === 1) return moveEventsOrExit()
  const unknown = args.find((arg) => arg !== '--demo')
  if (unknown !== undefined) fail(exitCodes.wrongUsage, `There is no option ${unknown}. Try: npm start -- --help`)
  const config = configOrExit()
  const log = createLog(config.MUSTER_LOG_LEVEL)
  for (const name of unknownSettings(process.env)) log.warn(`${name} is not a setting of this service; is it misspelt?`)

  let app: App | undefined
  let loading: Promise<DemoResult> | undefined
  let closing = false
  const stopping = new AbortController()
  const stop = async (code: number) => {
    if (closing) return
    closing = true
    stopping.abort()
    await loading?.catch(() => undefined)
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
  if (args.includes('--demo')) loading = demonstrate(app, log, stopping.signal)
  try {
    const demo = await loading
    if (demo?.isComplete !== false) print(welcome(app, config, demo))
    else print('Stopped. The next npm start -- --demo goes on from here.\n')
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    await stop(exitCodes.failed)
  }
}

async function demonstrate(app: App, log: Log, signal: AbortSignal): Promise<DemoResult> {
  const { level } = log
  // What the service logs of its everyday work would tear the bar apart.
  if (process.stdout.isTTY && level === 'info') log.level = 'warn'
  try {
    return await loadDemo({ ...app.services, progress: createProgress(process.stdout), signal })
  } finally {
    log.level = level
  }
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
  if (error instanceof StartRefused) return error.message
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
