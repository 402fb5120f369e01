import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Loaded into the service before its own code: writes down every turn of the event loop that takes long, in CPU time of
 * the thread. Unlike the waiting time of callers, this hardly depends on what else the machine does.
 */
const longMs = 5

/** In the data directory; one line for each turn: when it ended, and how many milliseconds it took. */
export const turnsFile = 'turns.txt'

const { MUSTER_DATA_DIR: dataDir } = process.env
// The benchmark imports this file for the name alone, and workers have no environment.
if (dataDir !== undefined) {
  let last = spentMs()
  setInterval(() => {
    const now = spentMs()
    if (now - last > longMs) appendFileSync(join(dataDir, turnsFile), `${Date.now()} ${now - last}\n`)
    last = spentMs()
  }, 1).unref()
}

function spentMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
