import { decimals, percent, whole } from '../table.ts'
import type { Findings } from './findings.ts'

/** One target, with its value in each round. */
export interface Goal {
  readonly name: string
  readonly values: readonly number[]
  readonly target: number
  readonly isAtLeast: boolean
  /** Whether the value is a share of a whole, which can be drawn as a bar. */
  readonly isShare: boolean
  readonly show: (value: number) => string
}

const times = (value: number) => `${decimals(value, 1)} ×`
const ms = (value: number) => `${whole(value)} ms`
const mb = (value: number) => `${whole(value)} MB`
const perSecond = (value: number) => `${whole(value)}/s`

/**
 * A ratio compares the two sides of one round, which met the same conditions. The median is taken over these ratios.
 * Ratios of CPU time hardly depend on what else the machine does.
 */
export function goalsOf(report: Pick<Findings, 'ingest' | 'batch' | 'serving' | 'large'>): Goal[] {
  return [...ingestGoals(report), ...batchGoals(report), ...servingGoals(report), ...largeGoals(report)]
}

function ingestGoals({ ingest }: Pick<Findings, 'ingest'>): Goal[] {
  return ingest.flatMap(({ name, rounds, target, rateTarget }): Goal[] => {
    const share = { target, isAtLeast: true, isShare: true, show: percent }
    const cost = rounds.map(
      ({ service, bare }) => bare.cpuSeconds / bare.events / (service.cpuSeconds / service.events),
    )
    const rate = rounds.map(({ service, bare }) => service.events / service.seconds / (bare.events / bare.seconds))
    const goals: Goal[] = [
      { name: `${name} ÷ bare, by CPU time`, values: cost, ...share },
      { name: `${name} ÷ bare, by the clock`, values: rate, ...share },
    ]
    if (rateTarget === undefined) return goals
    const absolute = { target: rateTarget, isAtLeast: true, isShare: false, show: perSecond }
    const perClock = rounds.map(({ service }) => service.events / service.seconds)
    const perCpu = rounds.map(({ service }) => service.events / service.cpuSeconds)
    return [
      ...goals,
      { name: `${name}, events per CPU second`, values: perCpu, ...absolute },
      { name: `${name}, events a second by the clock`, values: perClock, ...absolute },
    ]
  })
}

function batchGoals({ batch }: Pick<Findings, 'batch'>): Goal[] {
  if (!batch) return []
  const { name, rounds, target } = batch
  const common = { target, isAtLeast: false, isShare: false, show: times }
  return [
    {
      name: `${name} ÷ bare GROUP BY, by CPU time`,
      values: rounds.map(({ service, bare }) => service.cpuSeconds / bare.cpuSeconds),
      ...common,
    },
    {
      name: `${name} ÷ bare GROUP BY, by the clock`,
      values: rounds.map(({ service, bare }) => service.seconds / bare.seconds),
      ...common,
    },
  ]
}

function servingGoals({ serving }: Pick<Findings, 'serving'>): Goal[] {
  return serving.flatMap(({ name, target, rounds, grownRounds, growth }): Goal[] => {
    const common = { target, isAtLeast: true, isShare: true, show: percent }
    return [
      {
        name: `${name} ÷ bare server, per core`,
        values: rounds.map(({ service, bare }) => service.perCore / bare.perCore),
        ...common,
      },
      {
        name: `${name} ÷ bare server, by the clock`,
        values: rounds.map(({ service, bare }) => service.rate / bare.rate),
        ...common,
      },
      {
        name: `${name} ÷ bare server, per core, ${growth} times the events`,
        values: grownRounds.map(({ service, bare }) => service.perCore / bare.perCore),
        ...common,
      },
    ]
  })
}

function largeGoals({ large }: Pick<Findings, 'large'>): Goal[] {
  if (!large) return []
  return large.reads.flatMap(({ name, firstByteMs, grownMb }): Goal[] => [
    {
      name: `${name}: first byte`,
      values: [firstByteMs.median],
      target: large.firstByteTargetMs,
      isAtLeast: false,
      isShare: false,
      show: ms,
    },
    {
      name: `${name}: memory grown by`,
      values: [grownMb],
      target: large.growthTargetMb,
      isAtLeast: false,
      isShare: false,
      show: mb,
    },
  ])
}
