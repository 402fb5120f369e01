import { quarterMs } from '../ledger/ledger.ts'
import type { History } from '../reading.ts'
import { type Cell, cellsOf } from './cells.ts'
import { dayInZone } from './day-in-zone.ts'
import { notesOf } from './notes.ts'
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
  /** One row per date, agent and model. */
  readonly rows: readonly UsageRow[]
  /** One row per date and agent. */
  readonly activity: readonly ActivityRow[]
  readonly totals: TokenSums & Omit<ActivityRow, 'date' | 'agent'>
  /** Notes for the reader of the numbers: skipped files, tokens without a price. */
  readonly notes: readonly string[]
}

interface UsageOptions {
  readonly timezone: string
  /** The first and the last day, both inclusive. */
  readonly since?: string | undefined
  readonly until?: string | undefined
}

export interface Summary {
  readonly usage: Usage
  /** The calls of the requested days. */
  readonly cells: readonly Cell[]
  /** The calls of all days, for numbers that do not depend on the requested days. */
  readonly allCells: readonly Cell[]
}

/**
 * Summarizes histories, for people and for programs.
 *
 * ```ts
 * const { usage } = summarize(readHistory([{ home: homedir(), environment: process.env }]), { timezone: 'UTC' })
 * for (const { date, model, outputTokens, cost } of usage.rows) console.log(date, model, outputTokens, cost?.amount)
 * ```
 */
export function summarize(
  histories: readonly History[],
  { timezone, since = '', until = '9999' }: UsageOptions,
): Summary {
  const dayOf = dayInZone(timezone)
  const isWanted = (day: string) => day >= since && day <= until
  const allCells = cellsOf(histories, dayOf)
  const cells = allCells.filter(({ day }) => isWanted(day))
  const total = new Tally()
  for (const { tally } of cells) total.addAll(tally)
  const activity = histories.flatMap((history) => activityOf(history, dayOf).filter(({ date }) => isWanted(date)))
  return {
    cells,
    allCells,
    usage: {
      timezone,
      rows: rowsOf(cells).toSorted(byName),
      activity: activity.toSorted(byName),
      totals: { ...total.sums, ...sumOf(activity) },
      notes: notesOf(histories, cells),
    },
  }
}

function rowsOf(cells: readonly Cell[]): UsageRow[] {
  const rows = new Map<string, { date: string; agent: string; model: string; tally: Tally }>()
  for (const { day: date, agent, model, tally } of cells) {
    const name = `${date} ${agent} ${model}`
    const row = rows.get(name) ?? { date, agent, model, tally: new Tally() }
    rows.set(name, row)
    row.tally.addAll(tally)
  }
  return [...rows.values()].map(({ tally, ...names }) => ({ ...names, ...tally.sums }))
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
  for (const { quarter, count } of ledger.promptQuarters()) on(quarter * quarterMs).userMessages += count
  for (const { quarter, count, failed } of ledger.toolQuarters()) {
    const row = on(quarter * quarterMs)
    row.toolCalls += count
    row.failedToolCalls += failed
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
