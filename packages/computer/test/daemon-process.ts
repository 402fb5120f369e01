import { readFileSync } from 'node:fs'
import { runDaemon } from '../src/run-daemon.ts'

/**
 * A daemon as a process, for tests that kill it. Its argument: the options as JSON. The file `aheadOfClock`, if there is
 * one, holds how many milliseconds the monotonic clock is ahead, so that a test need not wait while time passes.
 */
const { aheadOfClock, ...options } = JSON.parse(process.argv[2] ?? '')

const now = performance.now.bind(performance)
performance.now = () => now() + aheadMs()

function aheadMs(): number {
  try {
    return Number(readFileSync(aheadOfClock, 'utf8'))
  } catch {
    return 0
  }
}

const ending = await runDaemon({
  ...options,
  env: process.env,
  version: '0.0.0',
  onLog: (text) => process.stdout.write(`${text}\n`),
})
if (ending) process.stdout.write(`The service does not want this computer back (${ending.code}). ${ending.help}\n`)
