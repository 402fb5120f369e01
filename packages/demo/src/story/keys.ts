import { type DayNumber, toDayNumber } from '../calendar.ts'
import { dayMs } from '../days.ts'
import { beginOf } from './begin.ts'
import type { Cast } from './cast.ts'
import type { Happening } from './happening.ts'

const hourMs = 60 * 60_000

/** Keys of programs, and one for the agent of everybody with a computer. The secrets are never shown. */
export function keysOn({ everybody, owners, regulars }: Cast, day: DayNumber, firstDay: DayNumber): Happening[] {
  const time = day * dayMs + 11 * hourMs
  const on = (date: string) => toDayNumber(date) === day
  const manager = everybody.find(({ role }) => role === 'manager')
  const ofManager = manager ? { by: manager.email } : {}
  const ofOwner = owners[0] ? { by: owners[0].email } : {}
  const happenings: Happening[] = []
  if (on('2026-01-15')) {
    const dashboard = { name: 'Dashboard', scopes: ['analytics:read' as const] }
    happenings.push(
      { time, kind: 'create_key', name: 'Telemetry of CI', scopes: ['telemetry:write', 'telemetry:attribute'] },
      { time: time + 60_000, ...ofManager, kind: 'create_key', ...dashboard },
      { time: time + 120_000, ...ofOwner, kind: 'create_key', name: 'Trial', scopes: ['sessions:read'] },
    )
  }
  if (on('2026-01-19')) happenings.push({ time, ...ofOwner, kind: 'revoke_key', name: 'Trial' })
  if (on('2026-03-02')) {
    const expiresAt = time + 90 * dayMs
    const scopes = ['readiness:read' as const, 'readiness:write' as const]
    happenings.push({ time, ...ofOwner, kind: 'create_key', name: 'Nightly readiness', scopes, expiresAt })
  }
  for (const person of regulars) {
    if (beginOf(person, firstDay) !== day) continue
    const name = `Agent of ${person.firstName}`
    happenings.push({ time, by: person.email, kind: 'create_key', name, scopes: ['telemetry:write'] })
  }
  return happenings
}
