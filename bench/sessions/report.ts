import { quantile } from '../statistics.ts'
import { type Column, decimals, whole } from '../table.ts'
import type { IdleFigures } from './idle.ts'
import type { Latencies } from './latency.ts'
import { type ReadFigures, type ReadRate, readers } from './reads.ts'

export type Row = readonly string[]

export const columns: readonly Column[] = [
  { title: 'what', align: 'left' },
  { title: 'p50', align: 'right' },
  { title: 'p99', align: 'right' },
  { title: 'beside it', align: 'left' },
  { title: 'target', align: 'left' },
  { title: '', align: 'left' },
]

/** The allowance on top of the unavoidable commit and frame. */
const marginMs = 1
const slowestMs = 25
const bytesTarget = 20 * 1024

export function latencyRows({ toComputer, toWatcher, commit, frame }: Latencies): Row[] {
  const beside = `a bare commit ${ms(p50(commit))}, a bare frame ${ms(p50(frame))}`
  const row = (what: string, values: readonly number[]): Row => {
    const isMet = p50(values) <= p50(commit) + marginMs && p99(values) < slowestMs
    const target = `p50: commit + ${marginMs} ms; p99: ${slowestMs} ms`
    return [what, ms(p50(values)), ms(p99(values)), beside, target, verdict(isMet)]
  }
  return [
    row('a message, from the request to its computer', toComputer),
    row('an update, from its computer to a client that watches', toWatcher),
    ['a bare commit', ms(p50(commit)), ms(p99(commit)), '', '', ''],
    ['a bare frame', ms(p50(frame)), ms(p99(frame)), '', '', ''],
  ]
}

export function turnRows(sessions: number, perSecond: number): Row[] {
  return [[`turns with the demo agent, ${sessions} sessions at once`, `${decimals(perSecond, 1)} /s`, '', '', '', '']]
}

export function watchRows(watchers: number, delays: readonly number[]): Row[] {
  return [[`an update to ${whole(watchers)} watchers of one session`, ms(p50(delays)), ms(p99(delays)), '', '', '']]
}

export function readRows(figures: readonly ReadFigures[]): Row[] {
  const words = ({ perSecond, p99Ms }: ReadRate) => `${whole(perSecond)} /s (p99 ${ms(p99Ms)})`
  return figures.map(({ what, own, bare, peer }) => [
    `${what}, read by ${readers} at once`,
    `${whole(own.perSecond)} /s`,
    ms(own.p99Ms),
    `agentapi ${peer ? words(peer) : 'was not there'}; the same bytes from memory ${words(bare)}`,
    '',
    '',
  ])
}

export function idleRows({ computers, bytesEach, heldEach, cpuBefore, cpuWith }: IdleFigures): Row[] {
  const name = `${whole(computers)} idle computers`
  const target = `${decimals(bytesTarget / 1024, 0)} KB`
  return [
    [
      `${name}, memory of each`,
      `${decimals(bytesEach / 1024, 1)} KB`,
      '',
      `${decimals(heldEach / 1024, 1)} KB of JavaScript`,
      target,
      verdict(bytesEach <= bytesTarget),
    ],
    [
      `${name}, CPU of their heartbeats`,
      percent(cpuWith - cpuBefore),
      '',
      `${percent(cpuBefore)} without them`,
      '',
      '',
    ],
  ]
}

function verdict(isMet: boolean): string {
  return isMet ? 'met' : 'missed'
}

function p50(values: readonly number[]): number {
  return quantile(Float64Array.from(values).sort(), 0.5)
}

function p99(values: readonly number[]): number {
  return quantile(Float64Array.from(values).sort(), 0.99)
}

function ms(value: number): string {
  return `${decimals(value, 2)} ms`
}

/** Of one core. */
function percent(share: number): string {
  return `${decimals(share * 100, 1)} %`
}
