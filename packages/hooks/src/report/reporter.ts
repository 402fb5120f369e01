import type { HookEvent } from '@muster/contract/hook-events'

/** One execution of a hook, as far as it is counted. */
export interface Execution {
  readonly command: string
  readonly matcher: string
}

/** Keeps executions for the service. It neither waits nor throws: a hook must not suffer from being counted. */
export interface Reporter {
  report(
    event: HookEvent,
    fields: Readonly<Record<string, unknown>>,
    timeMs: number,
    executions: readonly Execution[],
  ): void
}
