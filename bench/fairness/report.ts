import { type Machine, machineLine } from '../machine.ts'
import { median, quantile } from '../statistics.ts'
import { type Column, decimals, markdownTable, textTable, whole } from '../table.ts'
import type { FloodFigures } from './flood.ts'

/** How long small requests took during one kind of work. */
interface Figures {
  readonly name: string
  readonly requests: number
  /** The median time of the heavy work over the rounds. */
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly longestMs: number
  /** The longest that the serving thread worked without a pause, in CPU time. */
  readonly turnMs: number
}

/** One round: how long each small request took, and the longest turn of the serving thread. */
export interface Measured {
  readonly times: readonly number[]
  readonly turnMs: number
}

export interface Report {
  readonly date: string
  readonly command: string
  readonly machine: Machine
  readonly loadAfter: number
  readonly scenarios: readonly Figures[]
  /** Absent if it was not asked for. */
  readonly flood: FloodFigures | undefined
}

const targetMs = 50

export function figuresOf(name: string, measured: readonly Measured[], seconds: readonly number[]): Figures {
  const sorted = Float64Array.from(measured.flatMap(({ times }) => times)).sort()
  return {
    name,
    requests: sorted.length,
    seconds: median(seconds),
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
    longestMs: sorted.at(-1) ?? Number.NaN,
    turnMs: Math.max(0, ...measured.map(({ turnMs }) => turnMs)),
  }
}

const columns: readonly Column[] = [
  { title: 'while', align: 'left' },
  ...['takes s', 'small requests', 'p50 ms', 'p99 ms', 'longest ms', 'longest turn, CPU ms', 'target: p99'].map(
    (title) => {
      return { title, align: 'right' as const }
    },
  ),
  { title: '', align: 'left' },
]

function rowsOf({ scenarios }: Report): string[][] {
  return scenarios.map(({ name, seconds, requests, p50Ms, p99Ms, longestMs, turnMs }) => [
    name,
    decimals(seconds, 1),
    whole(requests),
    decimals(p50Ms, 1),
    decimals(p99Ms, 1),
    decimals(longestMs, 1),
    turnMs === 0 ? '< 5' : decimals(turnMs, 1),
    `≤ ${targetMs} ms`,
    p99Ms <= targetMs ? 'met' : 'missed',
  ])
}

const mostGrowthMb = 150
const mostTimes = 2

const floodColumns: readonly Column[] = [
  'after many large bodies',
  'alone or before',
  'during',
  'afterwards',
  'target',
  '',
].map((title, index) => ({ title, align: index === 0 || index === 5 ? 'left' : 'right' }))

function floodRowsOf({ bodies, ...found }: FloodFigures): string[][] {
  const verdict = (isMet: boolean) => (isMet ? 'met' : 'missed')
  return [
    [
      `${bodies} bodies of one member, who hung up: memory of all processes, MB (during: of the serving one)`,
      ...[found.beforeMb, found.mostMb, found.afterMb].map(whole),
      `≤ ${mostGrowthMb} MB more`,
      verdict(found.afterMb - found.beforeMb <= mostGrowthMb),
    ],
    [
      'a body of 1 MB of another organization, seconds',
      ...[found.aloneSeconds, found.duringSeconds, found.leftSeconds].map((seconds) => decimals(seconds, 2)),
      `≤ ${mostTimes} × alone`,
      verdict(found.leftSeconds <= mostTimes * found.aloneSeconds),
    ],
  ]
}

function tablesOf(report: Report, table: typeof textTable): string {
  const tables = [
    ...(report.scenarios.length > 0 ? [table(columns, rowsOf(report))] : []),
    ...(report.flood ? [table(floodColumns, floodRowsOf(report.flood))] : []),
  ]
  return `${tables.join('\n\n')}\n`
}

export function textReport(report: Report): string {
  const head = `Small requests while something heavy goes on. ${machineLine(report.machine)}, after it ${report.loadAfter}.`
  return `${head}\n\n${tablesOf(report, textTable)}`
}

export function markdownReport(report: Report): string {
  const { date, command, machine, loadAfter } = report
  const head = `\`${command}\`, ${date.slice(0, 10)}. ${machineLine(machine)}, after it ${loadAfter}.`
  return `${head}\n\n${tablesOf(report, markdownTable)}`
}
