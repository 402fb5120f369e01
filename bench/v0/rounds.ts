import type pg from 'pg'
import { poolSize, type Service } from '../service.ts'
import { answerTo, sendOne } from './api.ts'
import type { Figures, Meter } from './measure.ts'
import type { Plan } from './plan.ts'
import { recordTransaction } from './record-transaction.ts'
import { messagesPerSession } from './rows.ts'
import type { Scenario, WriteScenario } from './scenarios.ts'
import { type Transaction, toTransaction } from './transaction.ts'

/** A scenario with its figures, round by round: those of the service, and those of what it is compared with. */
export interface Compared {
  readonly name: string
  readonly beside: Scenario['beside']
  readonly target: number | undefined
  readonly depth: 'first page' | 'deep page' | undefined
  /** The names of the statements that a write sends in its transaction. */
  readonly statements: readonly string[]
  readonly rounds: { readonly service: Figures; readonly baseline: Figures }[]
}

interface RoundsOptions {
  readonly service: Service
  readonly meter: Meter
  readonly client: pg.Client
  readonly plan: Plan
  readonly scenarios: readonly Scenario[]
  readonly progress: (text: string) => void
}

/** A bound for one measurement; no service of this kind reaches it in a few seconds. */
const maxRequests = 500_000

/**
 * Measures every scenario in turn, first the service and right after it the comparison, and repeats that several times.
 * So a disturbance of the machine affects both sides of a ratio alike.
 */
export async function measureRounds(options: RoundsOptions): Promise<Compared[]> {
  const { meter, plan, scenarios, progress } = options
  const { connections } = plan
  const prepared: { compared: Compared; scenario: Scenario; transaction: Transaction }[] = []
  for (const scenario of scenarios) {
    const transaction = scenario.beside === 'bare SQL' ? await record(options, scenario) : none
    const { name, beside, target } = scenario
    const depth = 'depth' in scenario ? scenario.depth : undefined
    prepared.push({
      compared: { name, beside, target, depth, statements: transaction.steps.map((step) => step.name), rounds: [] },
      scenario,
      transaction,
    })
  }

  const measureBoth = async ({ scenario, transaction }: (typeof prepared)[number], durationMs: number) => {
    const load = { kinds: [scenario.request], connections, durationMs, maxRequests }
    const service = await meter.service(load)
    const baseline =
      scenario.beside === 'bare SQL'
        ? await meter.bareSql({ transaction, sessions: plan.sessions, clients: poolSize, durationMs })
        : await meter.bareServer(load, await answerTo(options.service, scenario.request))
    return { service, baseline }
  }

  progress('warming up')
  for (const item of prepared) await measureBoth(item, plan.warmupMs)
  for (let round = 1; round <= plan.rounds; round++) {
    progress(`round ${round} of ${plan.rounds}`)
    for (const item of prepared) item.compared.rounds.push(await measureBoth(item, plan.measureMs))
  }
  return prepared.map(({ compared }) => compared)
}

const none: Transaction = { isExplicit: false, steps: [] }

/** The session for single requests; nothing was posted to it before. */
const sampleSession = 7

async function record({ service, client }: RoundsOptions, scenario: WriteScenario): Promise<Transaction> {
  const { rows } = await client.query<{ id: string; organization_id: string }>(
    `select id, organization_id from users where role = 'owner'`,
  )
  const at = Date.now()
  const request = () => sendOne(service, scenario.sample(sampleSession))
  return toTransaction({
    recorded: await recordTransaction(service, client, request),
    session: sampleSession,
    seq: messagesPerSession + 1,
    at,
    knownIds: new Set(rows.flatMap((row) => [row.id, row.organization_id])),
  })
}
