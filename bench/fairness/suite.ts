import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pastDays, withInstallation } from '../analytics/installation.ts'
import type { FillJob, StoreResult } from '../analytics/store-job.ts'
import { Child } from '../child.ts'
import { describeMachine } from '../machine.ts'
import type { Options } from '../options.ts'
import type { Service } from '../service.ts'
import { type FloodFigures, measureFlood } from './flood.ts'
import { heavyThings } from './heavy.ts'
import type { ProbeAnswer, ProbeRequest } from './probe-job.ts'
import { figuresOf, type Measured, markdownReport, type Report, textReport } from './report.ts'
import { turnsFile } from './turn-recorder.ts'

const plans = {
  full: {
    rounds: 5,
    users: 1_000,
    eventsOfUser: 1_000,
    bodyBytes: 16 * 2 ** 20,
    flood: 60,
    quietMs: 5_000,
    heavyMs: 2_000,
  },
  quick: { rounds: 2, users: 200, eventsOfUser: 500, bodyBytes: 4 * 2 ** 20, flood: 20, quietMs: 1_000, heavyMs: 500 },
} as const

/** For `--only`. */
const floodName = 'a flood of large bodies'

/** Measures how long small requests take during heavy work, compared with a quiet service. */
export async function run(options: Options): Promise<void> {
  const plan = options.quick ? plans.quick : plans.full
  const machine = describeMachine()
  const { scenarios, flood } = await withInstallation(options.profile, async ({ dataDir, organizationId, start }) => {
    const events = plan.users * plan.eventsOfUser
    await fill({ dataDir, organizationId, users: plan.users, eventsOfUser: plan.eventsOfUser })
    const operatorKey = randomBytes(32).toString('hex')
    const preload = new URL('./turn-recorder.ts', import.meta.url)
    const service = await start({ preload, settings: { MUSTER_OPERATOR_KEY: operatorKey } })
    const probe = new Child<ProbeRequest, ProbeAnswer>(new URL('./probe.ts', import.meta.url))
    const timesDuring = async (work: () => Promise<unknown>) => {
      const { port, headers } = service
      await probe.ask({ kind: 'begin', port, path: '/api/v0/me', headers })
      const begun = Date.now()
      await work()
      const times = await probe.ask({ kind: 'end' })
      return { times, turnMs: await longestTurn(dataDir, begun) }
    }
    try {
      // The first requests are slower, because nothing is prepared for them.
      await timesDuring(() => sleep(500))
      const quiet: Measured[] = []
      const chosen = heavyThings(organizationId, events, plan.bodyBytes).filter(({ name }) =>
        name.includes(options.only ?? ''),
      )
      const during = chosen.map((heavy) => ({ heavy, measured: [] as Measured[], rounds: [] as number[] }))
      let runs = 0
      for (let round = 0; round <= plan.rounds; round++) {
        progress(round === 0 ? 'warming up' : `round ${round} of ${plan.rounds}`)
        const quietNow = await timesDuring(() => sleep(plan.quietMs / plan.rounds))
        if (round > 0) quiet.push(quietNow)
        for (const { heavy, measured, rounds } of during) {
          const seconds: number[] = []
          const found = await timesDuring(async () => {
            // Short work is repeated: the p99 of a handful of requests would only be the slowest of them.
            for (const begun = performance.now(); performance.now() - begun < plan.heavyMs; ) {
              const runBegun = performance.now()
              await heavy.run(service, runs++)
              seconds.push((performance.now() - runBegun) / 1000)
            }
          })
          await settled(service)
          if (round === 0) continue
          rounds.push(...seconds)
          measured.push(found)
        }
      }
      const scenarios = [
        figuresOf('nothing else', quiet, [plan.quietMs / plan.rounds / 1000]),
        ...during.map(({ heavy, measured, rounds }) => figuresOf(heavy.name, measured, rounds)),
      ]
      let flood: FloodFigures | undefined
      if (floodName.includes(options.only ?? '')) {
        progress(floodName)
        flood = await measureFlood(service, operatorKey, plan.flood)
      }
      return { scenarios, flood }
    } finally {
      await probe.stop()
      await service.stop()
    }
  })
  const report: Report = {
    date: new Date().toISOString(),
    command: `npm run bench -- fairness${options.quick ? ' --quick' : ''}`,
    machine,
    loadAfter: describeMachine().loadBefore,
    scenarios,
    flood,
  }
  if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(report, null, 2)}\n`)
  process.stdout.write(options.markdown ? markdownReport(report) : textReport(report))
}

/** The longest turn that ended since then, in CPU milliseconds. */
async function longestTurn(dataDir: string, since: number): Promise<number> {
  const text = await readFile(join(dataDir, turnsFile), 'utf8').catch(() => '')
  const turns = text.split('\n').map((line) => line.split(' ').map(Number))
  return Math.max(0, ...turns.flatMap(([at = 0, ms = 0]) => (at >= since ? [ms] : [])))
}

async function fill(of: { dataDir: string; organizationId: string; users: number; eventsOfUser: number }) {
  const { dataDir, organizationId, users, eventsOfUser } = of
  progress(`storing ${users * eventsOfUser} events`)
  const store = new Child<FillJob, StoreResult>(new URL('../analytics/store-worker.ts', import.meta.url))
  try {
    const events = { from: 0, to: eventsOfUser }
    await store.ask({ kind: 'fill', dataDir, organizationId, days: pastDays(1), users, events })
  } finally {
    await store.stop()
  }
}

/** Credits are counted a moment after events came; the next scenario must not pay for them. */
async function settled({ port, headers }: Service): Promise<void> {
  await sleep(1_000)
  await (await fetch(`http://127.0.0.1:${port}/api/v0/me`, { headers })).arrayBuffer()
}

function progress(text: string): void {
  process.stderr.write(`fairness: ${text} …\n`)
}
