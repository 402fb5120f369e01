import { writeFile } from 'node:fs/promises'
import pg from 'pg'
import { describeMachine, programVersion } from '../machine.ts'
import { type Options, UsageError } from '../options.ts'
import { type Service, startService } from '../service.ts'
import { walkPages } from './api.ts'
import { Meter } from './measure.ts'
import { type MemoryFigures, measureMemory } from './memory.ts'
import { fullPlan, type Plan, quickPlan } from './plan.ts'
import { markdownReport, type Report, textReport } from './report.ts'
import { measureRounds } from './rounds.ts'
import { allScenarios, mixedLoad, type Scenario } from './scenarios.ts'
import { seed } from './seed.ts'

/**
 * Fills a fresh installation, measures it, compares it with a bare server and bare SQL, and says which targets are met.
 */
export async function run(options: Options): Promise<void> {
  const plan = options.quick ? quickPlan : fullPlan
  const pgbench = programVersion('pgbench')
  const machine = describeMachine()
  progress('starting the service')
  const service = await startService({ profileDir: options.profile })
  const meter = new Meter(service, { hasPgbench: pgbench !== undefined })
  const stop = async () => {
    await meter.stop()
    await service.stop()
  }
  const interrupted = () => void stop().finally(() => process.exit(130))
  process.once('SIGINT', interrupted)
  process.once('SIGTERM', interrupted)
  try {
    const report: Report = {
      date: new Date().toISOString(),
      command: commandOf(options),
      machine,
      sqlBy: pgbench ?? 'a driver of our own, because pgbench is not installed',
      plan,
      ...(await measure(service, meter, plan, options)),
    }
    if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(report, null, 2)}\n`)
    process.stdout.write(options.markdown ? markdownReport(report) : textReport(report))
  } finally {
    process.off('SIGINT', interrupted)
    process.off('SIGTERM', interrupted)
    await stop()
  }
}

type Measured = Pick<Report, 'postgres' | 'seeded' | 'compared' | 'memory'>

async function measure(service: Service, meter: Meter, plan: Plan, { only = '' }: Options): Promise<Measured> {
  const client = new pg.Client(service.connection)
  // When the run is interrupted, Postgres ends this connection, and the running statement fails.
  client.on('error', () => {})
  await client.connect()
  try {
    progress(`filling the database with ${plan.sessions} sessions`)
    const seeded = await seed(client, plan.sessions)
    const version = await client.query<{ text: string }>(`select current_setting('server_version') as text`)
    const scenarios = allScenarios(plan.sessions, await walkPages(service, plan.deepPage))
    const chosen = scenarios.filter(({ name }) => name.includes(only))
    const isMemoryChosen = 'memory'.includes(only)
    if (chosen.length === 0 && !isMemoryChosen) {
      throw new UsageError(`No scenario is called ${only}; there are: ${scenarios.map(({ name }) => name).join('; ')}.`)
    }
    return {
      postgres: version.rows[0]?.text,
      seeded,
      compared: await measureRounds({ service, meter, client, plan, scenarios: chosen, progress }),
      memory: isMemoryChosen ? await watchMemory(service, meter, plan, scenarios) : undefined,
    }
  } finally {
    await client.end()
  }
}

function watchMemory(
  service: Service,
  meter: Meter,
  { connections, memoryMs: durationMs }: Plan,
  scenarios: readonly Scenario[],
): Promise<MemoryFigures> {
  progress('watching the memory')
  return measureMemory(service, meter, {
    kinds: mixedLoad(scenarios),
    connections,
    warmupMs: durationMs / 2,
    durationMs,
  })
}

function commandOf({ quick, only }: Options): string {
  return `npm run bench -- v0${quick ? ' --quick' : ''}${only === undefined ? '' : ` --only '${only}'`}`
}

/** Standard output holds only the result. */
function progress(text: string): void {
  process.stderr.write(`${text} …\n`)
}
