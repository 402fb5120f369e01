type Tell = (reason: string) => void

const told = new Set<Tell>()
const signals: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP']
let isSignalled = false

/**
 * Calls back with the reason when this process ends, while it can still run code: `other` after a normal exit and after
 * a signal, `error` after a fault. A signal still ends the process; if the program listens to the signal too, that
 * listener decides. The returned function removes the listeners.
 */
export function tellAtTheEnd(tell: Tell): () => void {
  if (told.size === 0) {
    process.on('exit', onExit)
    for (const signal of signals) process.on(signal, onSignal)
  }
  told.add(tell)
  return () => {
    told.delete(tell)
    if (told.size === 0) stopListening()
  }
}

function onExit(code: number): void {
  for (const tell of told) tell(code === 0 || isSignalled ? 'other' : 'error')
}

function onSignal(signal: NodeJS.Signals): void {
  isSignalled = true
  if (process.listenerCount(signal) > 1) return
  for (const tell of told) tell('other')
  stopListening()
  process.kill(process.pid, signal)
}

function stopListening(): void {
  process.off('exit', onExit)
  for (const signal of signals) process.off(signal, onSignal)
}
