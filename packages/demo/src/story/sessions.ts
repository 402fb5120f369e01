import type { DelegationLevel } from '@muster/contract/analytics'
import type { SessionSettingsInput } from '@muster/contract/session'
import type { DayNumber } from '../calendar.ts'
import { dayMs } from '../days.ts'
import { agentNames } from '../models.ts'
import { planSessions } from '../plan-sessions.ts'
import { playSession } from '../play-session.ts'
import { randomFor } from '../random.ts'
import type { Cast } from './cast.ts'
import { computerOf } from './computers.ts'
import type { Happening } from './happening.ts'
import { chooseTask } from './tasks.ts'
import { transcriptOf } from './transcript.ts'

/** The regulars' sessions through the web application on a day, as far as they end before midnight. */
export function sessionsOn(seed: string, cast: Cast, day: DayNumber, firstDay: DayNumber): Happening[] {
  const plans = cast.regulars.flatMap((person) => planSessions(seed, person, day, firstDay))
  return plans.flatMap((plan): Happening[] => {
    if (plan.client !== 'web') return []
    const { person, model, id: session } = plan
    const random = randomFor(seed, 'transcript', session)
    const task = chooseTask(random, person.team)
    const turns = transcriptOf(random, person.team, task, playSession(plan))
    const archiveAt = (turns.at(-1)?.endedAt ?? 0) + 10 * 60_000
    if (archiveAt >= (day + 1) * dayMs) return []
    const by = person.email
    return [
      {
        time: plan.startMs,
        by,
        kind: 'create_session',
        session,
        computer: computerOf(cast, person),
        title: task.title,
        settings: { model: model.id, ...autonomyOf[plan.level] },
      },
      ...turns.flatMap(({ askedAt, text, turn, endedAt }): Happening[] => [
        { time: askedAt, by, kind: 'post_message', session, text },
        { time: endedAt, by, kind: 'end_turn', session, turn },
      ]),
      { time: archiveAt, by, kind: 'leave_computer', name: computerOf(cast, person), agent: agentNames[model.agent] },
      ...(random.chance(0.35) ? [{ time: archiveAt, by, kind: 'archive_session', session } as const] : []),
    ]
  })
}

const autonomyOf: Readonly<Record<DelegationLevel, SessionSettingsInput>> = {
  manual: { autonomyLevel: 'off' },
  spec: { autonomyLevel: 'off', interactionMode: 'spec' },
  'auto-low': { autonomyLevel: 'low' },
  'auto-medium': { autonomyLevel: 'medium' },
  'auto-high': { autonomyLevel: 'high' },
}
