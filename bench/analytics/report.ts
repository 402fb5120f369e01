import { machineLine } from '../machine.ts'
import { median } from '../statistics.ts'
import { bar, type Column, decimals, markdownTable, textTable, whole } from '../table.ts'
import type { BatchCompared } from './batch.ts'
import type { Findings } from './findings.ts'
import { type Goal, goalsOf } from './goals.ts'
import { growthChart, growthText } from './growth-chart.ts'
import type { IngestCompared, IngestFigures } from './ingest.ts'
import type { LargeFigures } from './large.ts'
import type { ServingCompared, ServingRound } from './serving.ts'

const right = (title: string): Column => ({ title, align: 'right' })
const left = (title: string): Column => ({ title, align: 'left' })

interface Table {
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly string[])[]
}

function ingestTable(compared: readonly IngestCompared[]): Table {
  return {
    columns: [
      left('ingest'),
      ...['events/s', 'records/s', 'MB/s', 'CPU µs/event: server', 'Postgres', 'events/CPU s'].map(right),
      ...['bare: events/s', 'bare: events/CPU s'].map(right),
    ],
    rows: compared.map(({ name, rounds }) => {
      const of = (side: 'service' | 'bare', pick: (figures: IngestFigures) => number) =>
        median(rounds.map((round) => pick(round[side])))
      return [
        name,
        whole(of('service', ({ events, seconds }) => events / seconds)),
        whole(of('service', ({ records, seconds }) => records / seconds)),
        decimals(
          of('service', ({ megabytes, seconds }) => megabytes / seconds),
          1,
        ),
        decimals(
          of('service', ({ serverCpu, events }) => (serverCpu / events) * 1e6),
          1,
        ),
        decimals(
          of('service', ({ postgresCpu, events }) => (postgresCpu / events) * 1e6),
          1,
        ),
        whole(of('service', ({ events, cpuSeconds }) => events / cpuSeconds)),
        whole(of('bare', ({ events, seconds }) => events / seconds)),
        whole(of('bare', ({ events, cpuSeconds }) => events / cpuSeconds)),
      ]
    }),
  }
}

function batchTable({ name, events, users, groups, rounds, waitsMs }: BatchCompared): Table {
  const of = (pick: (round: BatchCompared['rounds'][number]) => number) => decimals(median(rounds.map(pick)), 2)
  return {
    columns: [
      left('batch'),
      ...['events', 'users', 'groups', 's', 'CPU s: server', 'Postgres', 'bare: s', 'bare: CPU s'].map(right),
      right('longest wait of others, ms'),
    ],
    rows: [
      [
        name,
        ...[events, users, groups].map(whole),
        of(({ service }) => service.seconds),
        of(({ service }) => service.serverCpu),
        of(({ service }) => service.postgresCpu),
        of(({ bare }) => bare.seconds),
        of(({ bare }) => bare.cpuSeconds),
        whole(median(waitsMs)),
      ],
    ],
  }
}

function servingTable(compared: readonly ServingCompared[]): Table {
  const cells = (rounds: readonly ServingRound[]) => {
    const of = (pick: (round: ServingRound) => number) => whole(median(rounds.map(pick)))
    return [
      of(({ service }) => service.rate),
      of(({ service }) => service.perCore),
      of(({ bare }) => bare.rate),
      of(({ bare }) => bare.perCore),
    ]
  }
  const growth = compared[0]?.growth ?? 0
  return {
    columns: [
      left('serving'),
      ...['bytes', 'per s', 'per s and core', 'bare: per s', 'bare: per s and core'].map(right),
      right(`per s and core, ${growth} times the events`),
    ],
    rows: compared.map(({ name, bytes, rounds, grownRounds }) => [
      name,
      whole(bytes),
      ...cells(rounds),
      whole(median(grownRounds.map(({ service }) => service.perCore))),
    ]),
  }
}

function largeTable({ reads }: LargeFigures): Table {
  return {
    columns: [
      left('large organization'),
      ...['requests', 'MB', 's', 'first byte ms: median', 'longest', 'resident MB before', 'grown by MB'].map(right),
    ],
    rows: reads.map((one) => [
      one.name,
      whole(one.requests),
      whole(one.megabytes),
      decimals(one.seconds, 1),
      whole(one.firstByteMs.median),
      whole(one.firstByteMs.longest),
      whole(one.residentBeforeMb),
      whole(one.grownMb),
    ]),
  }
}

const goalColumns = [left('goal'), right('median'), right('lowest'), right('highest'), right('target'), left('')]

function goalRow({ name, values, target, isAtLeast, show }: Goal): string[] {
  const middle = median(values)
  const isMet = isAtLeast ? middle >= target : middle <= target
  const shown = [middle, Math.min(...values), Math.max(...values)].map(show)
  return [name, ...shown, `${isAtLeast ? '≥' : '≤'} ${show(target)}`, isMet ? 'met' : 'missed']
}

function settingLine({ date, command, machine, loadAfter, plan }: Findings): string {
  return (
    `${date.slice(0, 10)}, \`${command}\`: ${machineLine(machine)}, after it ${loadAfter}; ` +
    `medians of ${plan.rounds} rounds; ingest: ${plan.ingest.connections} connections, bodies of ` +
    `${plan.ingest.recordsOfBody} records, ${plan.ingest.durationMs / 1000} s a round; serving: ` +
    `${plan.serving.days} days × ${plan.serving.users} users, ${plan.serving.connections} connections, ` +
    `${plan.serving.durationMs / 1000} s a round; large: ${plan.large.days} days × ${whole(plan.large.users)} users`
  )
}

function tablesOf({ ingest, batch, serving, large }: Findings): Table[] {
  return [
    ...(ingest.length > 0 ? [ingestTable(ingest)] : []),
    ...(batch ? [batchTable(batch)] : []),
    ...(serving.length > 0 ? [servingTable(serving)] : []),
    ...(large ? [largeTable(large)] : []),
  ]
}

export function textReport(report: Findings): string {
  const goals = goalsOf(report)
  const drawn = goals.map((goal) => [...goalRow(goal), goal.isShare ? bar(median(goal.values), goal.target) : ''])
  return [
    '',
    settingLine(report).replaceAll('; ', '\n').replaceAll('`', ''),
    ...tablesOf(report).flatMap(({ columns, rows }) => ['', textTable(columns, rows)]),
    ...(goals.length > 0 ? ['', textTable([...goalColumns, left('')], drawn)] : []),
    ...(report.growth.length > 0 ? ['', growthText(report.growth)] : []),
    '',
  ].join('\n')
}

/** The content for docs/performance.md. With `--markdown`, standard output holds nothing else. */
export function markdownReport(report: Findings): string {
  const goals = goalsOf(report)
  return [
    `${settingLine(report)}.`,
    ...tablesOf(report).flatMap(({ columns, rows }) => ['', markdownTable(columns, rows)]),
    ...(goals.length > 0 ? ['', markdownTable(goalColumns, goals.map(goalRow))] : []),
    ...(report.growth.length > 0 ? ['', growthChart(report.growth)] : []),
    '',
  ].join('\n')
}
