import { runDaemon } from '../src/run-daemon.ts'

/** A daemon as a process, for tests that kill it. Its argument: the options as JSON. */
const options = JSON.parse(process.argv[2] ?? '')
await runDaemon({
  ...options,
  env: process.env,
  version: '0.0.0',
  onLog: (text) => process.stdout.write(`${text}\n`),
})
