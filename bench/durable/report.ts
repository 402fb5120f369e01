import type { IngestResult } from '../analytics/ingest-job.ts'
import { type Machine, machineLine } from '../machine.ts'
import { median } from '../statistics.ts'
import { type Column, decimals, markdownTable, percent, textTable, whole } from '../table.ts'
import type { Compared, Target } from './compare.ts'
import type { Million } from './million.ts'
import type { Plan } from './suite.ts'

interface Findings {
  readonly date: string
  readonly command: string
  readonly machine: Machine
  readonly plan: Plan
  readonly compared: readonly Compared[]
  readonly million: Million | undefined
}

const columns = (...titles: string[]): Column[] =>
  titles.map((title, place) => ({ title, align: place === 0 || title === 'beside it' ? 'left' : 'right' }))

const compareColumns = columns(
  'sent',
  'connections',
  'records/s',
  'ms a request',
  'beside it',
  'its records/s',
  'its ms',
  'ratio',
  'lowest',
  'highest',
  'target',
  '',
)
const keptColumns = columns('kept', 'value', 'target', '')

export function reportOf({ date, command, machine, plan, compared, million }: Findings, isMarkdown: boolean): string {
  const table = isMarkdown ? markdownTable : textTable
  const head = `${date.slice(0, 10)}, \`${command}\`: ${machineLine(machine)}; medians of ${plan.rounds} rounds of ${plan.durationMs / 1000} s.`
  const tables = [
    ...(compared.length > 0 ? [table(compareColumns, compared.map(rowOf))] : []),
    ...(million ? [table(keptColumns, keptRows(million))] : []),
  ]
  return `${[head, ...tables].join('\n\n')}\n`
}

function rowOf({ name, beside, connections, target, rounds }: Compared): string[] {
  const rate = ({ records, seconds }: IngestResult) => records / seconds
  const wait = ({ bodies, seconds }: IngestResult) => (1000 * connections * seconds) / bodies
  const isByTime = connections === 1
  const ratios = rounds.map(({ service, other }) =>
    isByTime ? wait(service) / wait(other) : rate(service) / rate(other),
  )
  const show = (ratio: number) => (isByTime ? `${decimals(ratio, 2)} ×` : percent(ratio))
  const of = (read: (round: Compared['rounds'][number]) => number) => median(rounds.map(read))
  const ratio = median(ratios)
  return [
    name,
    String(connections),
    whole(of(({ service }) => rate(service))),
    decimals(
      of(({ service }) => wait(service)),
      2,
    ),
    beside,
    whole(of(({ other }) => rate(other))),
    decimals(
      of(({ other }) => wait(other)),
      2,
    ),
    show(ratio),
    show(Math.min(...ratios)),
    show(Math.max(...ratios)),
    ...verdict(ratio, target),
  ]
}

function verdict(ratio: number, target: Target | undefined): string[] {
  if (!target) return ['', '']
  const isMet = 'times' in target ? ratio <= target.times : ratio >= target.share
  const wanted = 'times' in target ? `≤ ${target.times} ×` : `≥ ${percent(target.share)}`
  return [wanted, isMet ? 'met' : 'missed']
}

function keptRows({ events, treeMb, processes, restingMb, bytesPerEvent }: Million): string[][] {
  const met = (isMet: boolean) => (isMet ? 'met' : 'missed')
  const memory = `memory of all ${processes} processes after ${whole(events)} events`
  return [
    [memory, `${whole(treeMb)} MB`, '≤ 420 MB', met(treeMb <= 420)],
    ['the same, half a minute later', `${whole(restingMb)} MB`, '', ''],
    ['event store, for each event', `${decimals(bytesPerEvent, 1)} bytes`, '≤ 35 bytes', met(bytesPerEvent <= 35)],
  ]
}
