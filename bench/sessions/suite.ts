import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeMachine, machineLine } from '../machine.ts'
import type { Options } from '../options.ts'
import { type Service, startService } from '../service.ts'
import { markdownTable, textTable } from '../table.ts'
import { Api } from './api.ts'
import { measureIdle } from './idle.ts'
import { measureLatencies } from './latency.ts'
import { measureReads } from './reads.ts'
import { columns, idleRows, latencyRows, type Row, readRows, turnRows, watchRows } from './report.ts'
import { measureTurns } from './turns.ts'
import { measureWatching } from './watching.ts'

const full = {
  rounds: 1000,
  turnsMs: 20_000,
  computers: 5000,
  watchMs: 30_000,
  watchers: 1000,
  updates: 20,
  readMs: 3000,
}
const quick = { rounds: 50, turnsMs: 3000, computers: 200, watchMs: 3000, watchers: 50, updates: 3, readMs: 500 }
const sessionsAtOnce = 8

/** Measures the time between a client and an agent, compared with the unavoidable minimum. */
export async function run(options: Options): Promise<void> {
  const plan = options.quick ? quick : full
  const machine = describeMachine()
  const directory = await mkdtemp(join(tmpdir(), 'muster-bench-held-'))
  const heldFile = join(directory, 'bytes')
  const service = await startService({
    profileDir: options.profile,
    preload: new URL('./collect-on-signal.ts', import.meta.url),
    settings: {
      BENCH_HELD_FILE: heldFile,
      MUSTER_MAX_COMPUTERS_PER_USER: '100000',
      MUSTER_MAX_IN_FLIGHT: '0',
      MUSTER_ORGANIZATION_MAX_IN_FLIGHT: '0',
    },
  })
  const api = new Api(service)
  try {
    const rows = await measure(service, api, { ...plan, heldFile }, options)
    if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify({ machine, rows }, null, 2)}\n`)
    const command = `npm run bench -- sessions${options.quick ? ' --quick' : ''}`
    const head = `${new Date().toISOString().slice(0, 10)}, \`${command}\`: ${machineLine(machine)}.`
    const table = options.markdown ? markdownTable : textTable
    process.stdout.write(`${head}\n\n${table(columns, rows)}\n`)
  } finally {
    api.close()
    await service.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

type Plan = typeof full & { readonly heldFile: string }

async function measure(service: Service, api: Api, plan: Plan, { only = '', agentapi }: Options): Promise<Row[]> {
  const parts: readonly [name: string, work: () => Promise<Row[]>][] = [
    ['latency', async () => latencyRows(await measureLatencies(service, api, plan.rounds))],
    ['turns', async () => turnRows(sessionsAtOnce, await measureTurns(service, api, sessionsAtOnce, plan.turnsMs))],
    [
      'watchers',
      async () => watchRows(plan.watchers, await measureWatching(service, api, plan.watchers, plan.updates)),
    ],
    ['reads', async () => readRows(await measureReads(service, api, { durationMs: plan.readMs, agentapi }))],
    ['idle', async () => idleRows(await measureIdle(service, api, { ...plan, count: plan.computers }))],
  ]
  const rows: Row[] = []
  for (const [name, work] of parts) {
    if (!name.includes(only)) continue
    process.stderr.write(`${name} …\n`)
    rows.push(...(await work()))
  }
  return rows
}
