import type { DelegationLevel } from '@muster/contract/analytics'
import type { ClientType } from '@muster/contract/telemetry'
import type { DayNumber } from './calendar.ts'
import { dayMs } from './days.ts'
import { type Model, modelsOn } from './models.ts'
import type { Person } from './people.ts'
import { type Random, randomFor } from './random.ts'
import { useOfDay } from './use-of-day.ts'

/** The properties of a session that are fixed before it begins. */
export interface SessionPlan {
  readonly id: string
  readonly person: Person
  readonly startMs: number
  readonly client: ClientType
  readonly model: Model
  readonly level: DelegationLevel
  /** How many messages the user writes. */
  readonly turns: number
  /** The approximate number of model calls for each message. */
  readonly callsForTurn: number
  /** The number of the pull request, if the session makes one. */
  readonly pullRequest: number
  readonly random: Random
}

const hourMs = 60 * 60 * 1000

/** The most sessions of a person on a day, which limits the numbers of pull requests. */
const maxSessions = 8

/** The sessions that a person begins on a day. */
export function planSessions(seed: string, person: Person, day: DayNumber, firstDay: DayNumber): SessionPlan[] {
  const { sessions, hasNightlyJob, experience } = useOfDay(seed, person, day)
  const plan = (order: number, startMs: number, isNightly: boolean): SessionPlan => {
    const random = randomFor(seed, 'session', person.index, day, order)
    const client = isNightly ? 'non-interactive-cli' : clientOf(random, person, experience)
    const isHeadless = client === 'non-interactive-cli'
    const trust = person.trust * experience * confidenceOn(day - firstDay)
    return {
      id: idOf(random),
      person,
      startMs,
      client,
      model: random.weighted(modelsOn(day, person.favourite)),
      level: isHeadless ? 'auto-high' : levelOf(random, trust),
      turns: isHeadless ? 1 : 1 + Math.round(random.around(2.1)),
      callsForTurn: isHeadless ? 8 : 1.5 + 2.7 * trust,
      pullRequest: ((day - firstDay) * person.team.size + person.indexInTeam) * maxSessions + order + 1,
      random,
    }
  }
  const nightly = hasNightlyJob ? [plan(0, day * dayMs + 2.5 * hourMs + person.index * 7_000, true)] : []
  const times = randomFor(seed, 'times', person.index, day)
  const byHand = Array.from({ length: Math.min(sessions, maxSessions - 1) }, (_, index) =>
    plan(index + 1, startOf(times, person, day), false),
  )
  return [...nightly, ...byHand]
}

/** The working day has nine hours. People who work late have some sessions past midnight in UTC. */
function startOf(random: Random, person: Person, day: DayNumber): number {
  const isLate = person.worksLate && random.chance(0.45)
  const hour = isLate ? 22.8 + 1.2 * random.next() : person.startsAtHour + 8 * random.next()
  return day * dayMs + Math.round(hour * hourMs)
}

function clientOf(random: Random, { team, habit }: Person, experience: number): ClientType {
  const { terminal, web, headless } = team.clients
  return random.weighted([
    ['terminal-ui', terminal],
    ['web', web],
    // Unattended runs become more frequent with experience.
    ['non-interactive-cli', headless * experience * (habit === 'power' ? 1.6 : 0.8)],
  ])
}

/** The organization as a whole becomes more confident with time. */
function confidenceOn(days: number): number {
  return 0.55 + 0.45 * Math.min(1, days / 200)
}

/** `trust` goes from 0 to 1. */
function levelOf(random: Random, trust: number): DelegationLevel {
  return random.weighted([
    ['manual', 0.5 * (1 - trust) ** 2 + 0.02],
    ['spec', 0.07],
    ['auto-low', 0.32 * (1 - trust)],
    ['auto-medium', 0.12 + 0.35 * trust],
    ['auto-high', 0.02 + 0.75 * trust ** 2],
  ])
}

function idOf(random: Random): string {
  const hex = random.hex(32)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}
