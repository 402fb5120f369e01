import { createInterface } from 'node:readline'
import type { ManagedCredential, ManagedReport, ManagedStart } from '@muster/contract/managed-computer'
import { runManaged } from './run-managed.ts'

// If the service exits while a turn still runs, the output has no reader.
process.stdout.on('error', () => {})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.stdin.destroy())

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const next = async () => {
  const { value, done } = await lines.next()
  if (done) process.exit(0)
  return JSON.parse(value)
}
const start = (await next()) as ManagedStart
process.exitCode = await runManaged(start, {
  env: process.env,
  report: (report: ManagedReport) => process.stdout.write(`${JSON.stringify(report)}\n`),
  credential: async () => ((await next()) as ManagedCredential).credential,
  serviceGone: () => lines.next().then(() => undefined),
})
process.exit()
