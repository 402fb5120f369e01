import { randomUUID } from 'node:crypto'
import { homedir } from 'node:os'
import type { HookEvent } from '@muster/contract/hook-events'
import { redactSecrets } from '@muster/contract/redact-secrets'
import { findService, type Service } from './find-service.ts'
import { addToSpool, spoolDirectory } from './spool.ts'
import { type Client, clients } from './usage-event.ts'

/** One execution of a hook, for the statistics. */
export interface Execution {
  readonly command: string
  readonly matcher: string
  /** Why it could not be started; such an execution is not counted. */
  readonly error?: string
}

/** Spools executions for the service. It neither blocks nor throws, so that it never disturbs a hook. */
export interface Reporter {
  report(
    event: HookEvent,
    fields: Readonly<Record<string, unknown>>,
    timeMs: number,
    executions: readonly Execution[],
  ): void
}

export interface ReporterOptions {
  readonly home?: string | undefined
  readonly env?: NodeJS.ProcessEnv | undefined
  readonly client?: Client | undefined
  /** Called after executions were spooled, to trigger sending. */
  readonly onKept: (directory: string, service: Service) => void
}

/** `undefined` if nobody is logged in to a service. */
export function createReporter(options: ReporterOptions): Reporter | undefined {
  const { home = homedir(), env = process.env, client = clientOf(env), onKept } = options
  const service = findService(env, home)
  if (!service) return undefined
  const directory = spoolDirectory(home)
  return {
    report(event, fields, timeMs, executions) {
      const started = executions.filter(({ error }) => error === undefined)
      if (started.length === 0) return
      try {
        const session = fields.session_id
        const sessionId = typeof session === 'string' && session.length <= 200 ? storable(session) : ''
        addToSpool(
          directory,
          started.map(({ command, matcher }) => ({
            id: randomUUID(),
            time: timeMs,
            ...(sessionId && { sessionId }),
            client,
            type: 'hook',
            event,
            ...(matcher && { matcher: storable(matcher).slice(0, 200).toWellFormed() }),
            command: storable(redactSecrets(command)).slice(0, 1000).toWellFormed(),
          })),
        )
        onKept(directory, service)
      } catch {
        // A full disk must not disturb the agent.
      }
    },
  }
}

function clientOf({ MUSTER_CLIENT, CI }: NodeJS.ProcessEnv): Client {
  return clients.find((each) => each === MUSTER_CLIENT) ?? (CI ? 'non-interactive-cli' : 'terminal-ui')
}

/** Replaces NUL and lone surrogates, which the service refuses. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
