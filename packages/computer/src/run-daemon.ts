import { useMachineNetwork } from '@muster/contract/node/machine-network'
import { Daemon, type DaemonOptions } from './daemon.ts'
import type { Ending } from './relay/ending.ts'

/** How long turns may continue after SIGTERM; a service manager waits longer than that. */
const drainMs = 60_000

/**
 * Runs the daemon until a signal: SIGTERM lets running turns finish first, SIGINT and SIGHUP stop them, and a second
 * signal exits at once. Resolves with the reason if the service does not want the computer back.
 */
export async function runDaemon(options: DaemonOptions): Promise<Ending | undefined> {
  useMachineNetwork()
  const daemon = await Daemon.start(options)
  const told = Promise.withResolvers<number>()
  let signals = 0
  const onSignal = (signal: NodeJS.Signals) => {
    signals += 1
    if (signals > 1) process.exit(130)
    options.onLog(signal === 'SIGTERM' ? 'Ending when the turns that are under way have ended.' : 'Ending.')
    told.resolve(signal === 'SIGTERM' ? drainMs : 0)
  }
  const names: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP']
  for (const signal of names) process.on(signal, onSignal)
  const ending = await Promise.race([daemon.ended, told.promise.then(() => undefined)])
  await daemon.stop(ending ? 0 : await told.promise)
  for (const signal of names) process.off(signal, onSignal)
  return ending
}
