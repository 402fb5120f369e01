import { createPriceList, type PriceList } from '@muster/contract/prices/price-list'
import type { History } from '../read-history.ts'
import { type DatedCall, DatedCalls } from './dated-call.ts'
import { dayInZone } from './day-in-zone.ts'
import { notesOf } from './notes.ts'
import { rememberPrices } from './remember-prices.ts'
import { type NamedTally, Tallies } from './tallies.ts'
import { Tally, type TokenSums } from './tally.ts'

interface UsageRow extends TokenSums {
  readonly date: string
  readonly agent: string
  readonly model: string
}

interface ActivityRow {
  readonly date: string
  readonly agent: string
  readonly sessions: number
  readonly userMessages: number
  readonly toolCalls: number
  readonly failedToolCalls: number
}

interface Usage {
  readonly timezone: string
  /** One for each date, agent and model. */
  readonly rows: readonly UsageRow[]
  /** One for each date and agent. */
  readonly activity: readonly ActivityRow[]
  readonly totals: TokenSums & Omit<ActivityRow, 'date' | 'agent'>
  /** Notes for a reader of the numbers: skipped files, tokens without a price. */
  readonly notes: readonly string[]
}

interface UsageOptions {
  readonly timezone: string
  /** The first and the last day, both included. */
  readonly since?: string | undefined
  readonly until?: string | undefined
  readonly prices?: PriceList
}

export interface Summary {
  readonly usage: Usage
  readonly calls: Iterable<DatedCall>
}

/**
 * What histories add up to, for people and for programs.
 *
 * ```ts
 * const { usage } = summarize(readHistory([{ home: homedir(), environment: process.env }]), { timezone: 'UTC' })
 * for (const { date, model, outputTokens, cost } of usage.rows) console.log(date, model, outputTokens, cost?.amount)
 * ```
 */
export function summarize(histories: readonly History[], options: UsageOptions): Summary {
  const { timezone, since = '', until = '9999' } = options
  const prices = rememberPrices(options.prices ?? createPriceList())
  const dayOf = dayInZone(timezone)
  const isWanted = (day: string) => day >= since && day <= until
  const calls = new DatedCalls(histories, dayOf, isWanted)
  const rows = histories.flatMap((history) => talliesOf(history, dayOf, isWanted, prices))
  const total = new Tally()
  for (const { tally } of rows) total.addAll(tally)
  const activity = histories.flatMap((history) => activityOf(history, dayOf).filter(({ date }) => isWanted(date)))
  return {
    calls,
    usage: {
      timezone,
      rows: rows.map(({ tally, ...names }) => ({ ...names, ...tally.sums })).toSorted(byName),
      activity: activity.toSorted(byName),
      totals: { ...total.sums, ...sumOf(activity) },
      notes: notesOf(histories, rows, (timeMs) => isWanted(dayOf(timeMs))),
    },
  }
}

/**
 * Without an object for each call, which would be most of the time. A call belongs to the day of its end, as in the
 * service.
 */
function talliesOf(
  { agent, ledger: { calls } }: History,
  dayOf: (timeMs: number) => string,
  isWanted: (day: string) => boolean,
  prices: PriceList,
): NamedTally[] {
  const tallies = new Tallies(agent.agent)
  for (let number = 0; number < calls.size; number += 1) {
    const day = dayOf(calls.endAt(number))
    if (!isWanted(day)) continue
    const paid = { model: calls.modelAt(number), tokens: calls.tokensAt(number), cost: calls.costAt(number) }
    tallies.of(paid.model, day).add(paid, day, prices)
  }
  return tallies.all
}

/** A session belongs to the day of its first record. A sub-agent is not a separate session. */
function activityOf({ agent, ledger }: History, dayOf: (timeMs: number) => string): ActivityRow[] {
  const days = new Map<string, { -readonly [Field in keyof ActivityRow]: ActivityRow[Field] }>()
  const on = (timeMs: number) => {
    const date = dayOf(timeMs)
    const none = { date, agent: agent.agent, sessions: 0, userMessages: 0, toolCalls: 0, failedToolCalls: 0 }
    const row = days.get(date) ?? none
    days.set(date, row)
    return row
  }
  for (const { parent, timeMs } of ledger.sessions.values()) if (parent === undefined) on(timeMs).sessions += 1
  const { prompts, tools } = ledger
  for (let number = 0; number < prompts.size; number += 1) on(prompts.timeAt(number)).userMessages += 1
  for (let number = 0; number < tools.size; number += 1) {
    const row = on(tools.timeAt(number))
    row.toolCalls += 1
    if (tools.hasFailed(number)) row.failedToolCalls += 1
  }
  return [...days.values()]
}

function sumOf(rows: readonly ActivityRow[]): Omit<ActivityRow, 'date' | 'agent'> {
  const sum = (field: 'sessions' | 'userMessages' | 'toolCalls' | 'failedToolCalls') =>
    rows.reduce((all, row) => all + row[field], 0)
  return {
    sessions: sum('sessions'),
    userMessages: sum('userMessages'),
    toolCalls: sum('toolCalls'),
    failedToolCalls: sum('failedToolCalls'),
  }
}

function byName(a: { date: string; agent: string; model?: string }, b: typeof a): number {
  const [x, y] = [a, b].map(({ date, agent, model = '' }) => `${date}\n${agent}\n${model}`)
  return String(x) < String(y) ? -1 : 1
}
