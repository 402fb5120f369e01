import { type Machine, machineLine } from '../machine.ts'
import { median } from '../statistics.ts'
import { bar, type Column, decimals, markdownTable, percent, textTable, whole } from '../table.ts'
import type { Figures } from './measure.ts'
import type { MemoryFigures } from './memory.ts'
import type { Plan } from './plan.ts'
import { type Ratio, ratiosOf } from './ratios.ts'
import type { Compared } from './rounds.ts'
import type { Seeded } from './seed.ts'

/** Everything that a run has found; with `--json` it is written as it is. */
export interface Report {
  readonly date: string
  readonly command: string
  readonly machine: Machine
  readonly postgres: string | undefined
  readonly sqlBy: string
  readonly plan: Plan
  readonly seeded: Seeded
  readonly compared: readonly Compared[]
  readonly memory: MemoryFigures | undefined
}

const right = (title: string): Column => ({ title, align: 'right' })
const left = (title: string): Column => ({ title, align: 'left' })

const figureColumns = [
  left('request'),
  right('per s'),
  right('p50 ms'),
  right('p99 ms'),
  right('CPU s/1,000: server'),
  right('CPU s/1,000: Postgres'),
  right('per s and core'),
  left('beside it'),
  right('its per s'),
  right('its per s and core'),
]

function figureRows({ compared }: Report): string[][] {
  return compared.map(({ name, beside, rounds }) => {
    const service = (pick: (figures: Figures) => number) => median(rounds.map((round) => pick(round.service)))
    const baseline = (pick: (figures: Figures) => number) => median(rounds.map((round) => pick(round.baseline)))
    return [
      name,
      whole(service(({ rate }) => rate)),
      decimals(
        service(({ p50Ms }) => p50Ms ?? Number.NaN),
        1,
      ),
      decimals(
        service(({ p99Ms }) => p99Ms ?? Number.NaN),
        1,
      ),
      decimals(
        service(({ serverCpu, requests }) => (serverCpu / requests) * 1000),
        3,
      ),
      decimals(
        service(({ postgresCpu, requests }) => (postgresCpu / requests) * 1000),
        3,
      ),
      whole(service(({ perCore }) => perCore)),
      beside,
      whole(baseline(({ rate }) => rate)),
      whole(baseline(({ perCore }) => perCore)),
    ]
  })
}

const ratioColumns = [left('ratio'), right('median'), right('lowest'), right('highest'), right('target'), left('')]

function ratioRow({ name, values, target }: Ratio): string[] {
  const middle = median(values)
  const verdict = target === undefined ? '' : middle >= target ? 'met' : 'missed'
  return [
    name,
    percent(middle),
    percent(Math.min(...values)),
    percent(Math.max(...values)),
    target === undefined ? '' : `≥ ${percent(target)}`,
    verdict,
  ]
}

function memoryLine({ seconds, requests, firstThirdMb, lastThirdMb, ...rest }: MemoryFigures): string {
  const rise = `${rest.slopeMbPerMinute >= 0 ? '+' : ''}${decimals(rest.slopeMbPerMinute, 1)} MB a minute`
  const verdict = { flat: 'flat: met', rising: 'rising: missed', 'too short to tell': 'too short to tell' }[
    rest.verdict
  ]
  return (
    `Memory over ${whole(seconds)} s of mixed load (${whole(requests)} requests): first third ${whole(firstThirdMb)} MB, ` +
    `last third ${whole(lastThirdMb)} MB, slope ${rise}, scatter ±${decimals(rest.scatterMb, 1)} MB (${verdict})`
  )
}

function settingLine({ date, command, machine, postgres, sqlBy, plan, seeded }: Report): string {
  return (
    `${date.slice(0, 10)}, \`${command}\`: ${machineLine(machine)}; Postgres ${postgres}; bare SQL by ${sqlBy}; ` +
    `${whole(seeded.sessions)} sessions, ${whole(seeded.messages)} messages (${whole(seeded.megabytes)} MB); ` +
    `${plan.connections} connections, medians of ${plan.rounds} rounds of ${plan.measureMs / 1000} s`
  )
}

export function textReport(report: Report): string {
  const ratios = ratiosOf(report.compared)
  const drawn = ratios.map((ratio) => [...ratioRow(ratio), bar(median(ratio.values), ratio.target)])
  return [
    '',
    settingLine(report).replaceAll('; ', '\n').replaceAll('`', ''),
    `filled in ${whole(report.seeded.seconds)} s; busiest load generator: ${percent(busiestGenerator(report))} of a core`,
    '',
    textTable(figureColumns, figureRows(report)),
    '',
    textTable([...ratioColumns, left('')], drawn),
    '',
    ...(report.memory ? [memoryLine(report.memory), ''] : []),
  ].join('\n')
}

/** The content for docs/performance.md. With `--markdown`, standard output holds nothing else. */
export function markdownReport(report: Report): string {
  const ratios = ratiosOf(report.compared).map(ratioRow)
  return [
    `${settingLine(report)}.`,
    '',
    markdownTable(figureColumns, figureRows(report)),
    '',
    markdownTable(ratioColumns, ratios),
    ...(report.memory ? ['', `${memoryLine(report.memory)}.`] : []),
    '',
  ].join('\n')
}

function busiestGenerator({ compared }: Report): number {
  const loads = compared.flatMap(({ rounds }) => rounds.flatMap(({ service, baseline }) => [service, baseline]))
  return Math.max(...loads.map(({ generatorLoad }) => generatorLoad ?? 0))
}
