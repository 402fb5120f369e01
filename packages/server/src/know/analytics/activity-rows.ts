import type { ActivityByClientRow, ActivityRow } from '@muster/contract/analytics'
import { type ClientType, clientTypes } from '@muster/contract/telemetry'
import { addDays } from '../../ground/platform/days.ts'
import { largestFirst, plus, sumOf } from './counts.ts'
import type { DayTally } from './day-tally.ts'

/** A user who was active on a day, and the clients they used. */
export interface ActiveUser {
  readonly id: string
  readonly clients: readonly ClientType[]
  /** The user's team as the sender names it; absent if it names none. */
  readonly team?: string
}

/** The data of a day that is kept to compute the activity of later days, whose trailing windows include it. */
export interface ActiveDay {
  readonly day: string
  readonly active: readonly ActiveUser[]
}

export interface DayCounts {
  readonly sessions: number
  readonly messages: number
  readonly userMessages: number
}

interface Activity {
  readonly activity: ActivityRow
  readonly activityByClient: ActivityByClientRow[]
}

/**
 * `longest` is the length of the longest window, the day included: an event of a day affects the rows of that many
 * days.
 */
export const trailingDays = { week: 7, month: 30, longest: 60 } as const

export function activeUsers({ persons }: DayTally): ActiveUser[] {
  return persons
    .filter(({ clients }) => clients.size > 0)
    .map(({ id, clients }) => ({ id, clients: clientTypes.filter((client) => clients.has(client)) }))
}

export function dayCounts({ persons }: DayTally): DayCounts {
  const userMessages = sumOf(persons, (person) => person.userMessages)
  return {
    sessions: sumOf(persons, ({ sessions }) => sessions),
    messages: plus(
      userMessages,
      sumOf(persons, ({ assistantMessages }) => assistantMessages),
    ),
    userMessages,
  }
}

/**
 * Computes the activity of a day. `window` holds the active users of the day and of the 29 days before it. A missing
 * day had none; days outside the window are ignored, so one window serves many days.
 */
export function computeActivity(input: {
  readonly day: string
  readonly counts: DayCounts
  readonly window: Iterable<ActiveDay>
}): Activity {
  const { day, counts } = input
  const weekStart = addDays(day, 1 - trailingDays.week)
  const monthStart = addDays(day, 1 - trailingDays.month)
  const week = new Set<string>()
  const month = new Set<string>()
  const today = new Set<string>()
  const clients = new Map<string, number>(clientTypes.map((client) => [client, 0]))
  for (const { day: other, active } of input.window) {
    if (other < monthStart || other > day) continue
    for (const user of active) {
      month.add(user.id)
      if (other >= weekStart) week.add(user.id)
      if (other !== day) continue
      today.add(user.id)
      for (const client of user.clients) clients.set(client, (clients.get(client) ?? 0) + 1)
    }
  }
  return {
    activity: {
      date: day,
      daily_active_users: today.size,
      weekly_active_users: week.size,
      monthly_active_users: month.size,
      daily_active_users_by_client: {
        'terminal-ui': clients.get('terminal-ui') ?? 0,
        web: clients.get('web') ?? 0,
        'non-interactive-cli': clients.get('non-interactive-cli') ?? 0,
      },
      sessions: counts.sessions,
      messages: counts.messages,
      user_messages: counts.userMessages,
    },
    activityByClient: largestFirst(clients)
      .filter(([, users]) => users > 0)
      .map(([client, users]) => ({ date: day, group_key: client, daily_active_users: users })),
  }
}
