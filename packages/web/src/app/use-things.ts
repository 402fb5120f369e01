import type { CostsGroupRow } from '@muster/contract/costs'
import type { Role } from '@muster/contract/enumerations'
import { useQuery } from '@tanstack/react-query'
import { usePeople } from '../govern/organization/use-people.ts'
import { useComputers } from '../run/computers/queries.ts'
import { titleOf } from '../run/sessions/status.ts'
import { addDays, yesterday } from '../ui/days.ts'
import { nameOf } from '../ui/person.tsx'
import { plainText } from '../ui/plain-text.ts'
import { api } from './api.ts'
import type { Command } from './commands.ts'
import { nowMs } from './environment.ts'

/** The maximum number of results of one kind. */
const most = 6

/** Everything besides pages that this person may see and find, as palette entries. */
export function useThings(role: Role): readonly (readonly Command[])[] {
  const works = role !== 'guest'
  const leads = role === 'owner' || role === 'manager'
  const sessions = useQuery({
    queryKey: ['palette', 'sessions'],
    queryFn: async () => (await api.sessions.list({ limit: 100 })).sessions,
    enabled: works,
  })
  const computers = useComputers(false, works)
  const settings = useQuery({
    queryKey: ['palette', 'settings'],
    queryFn: async () => (await import('../govern/organization/controls/settings-found.ts')).settingsFound,
    enabled: leads,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const places = useQuery({ queryKey: ['palette', 'places'], queryFn: readPlaces, enabled: leads, staleTime: 300_000 })
  const people = usePeople(leads)
  const computerNames = new Map(computers.data?.map(({ id, name }) => [id, plainText(name)]))
  return [
    (sessions.data ?? []).map((session) => ({
      id: session.sessionId,
      name: plainText(titleOf(session)),
      note: ['Session', computerNames.get(session.computerId ?? '')].filter(Boolean).join(' · '),
      icon: 'chat',
      to: `/sessions/${session.sessionId}`,
      search: {},
    })),
    (computers.data ?? []).map(({ id, name }) => ({
      id,
      name: plainText(name),
      note: 'Computer',
      icon: 'computer',
      to: `/computers/${id}`,
      search: {},
    })),
    (people.data ?? []).map((person) => ({
      id: person.id,
      name: plainText(nameOf(person)),
      note: person.email,
      icon: 'user',
      to: `/analytics/users/${person.id}`,
      search: {},
    })),
    (places.data ?? []).map(({ kind, name }) => ({
      id: `${kind} ${name}`,
      name: plainText(name),
      note: `Spend of the ${kind}`,
      icon: 'wallet',
      to: '/analytics/costs',
      search: { [kind]: name },
    })),
    (settings.data ?? []).map(({ name, title, description }) => ({
      id: `setting ${name}`,
      name: title,
      note: 'Setting',
      words: `${name} ${description}`,
      icon: 'sliders',
      to: '/organization/controls',
      search: {},
      hash: name,
    })),
  ]
}

/** What had costs in the last four weeks. */
async function readPlaces() {
  const endDate = yesterday(nowMs())
  const days = { startDate: addDays(endDate, -27), endDate }
  const found = (['team', 'repository', 'model'] as const).map(async (kind) => {
    const { data } = await api.analytics.costs({ ...days, group_by: kind })
    const names = new Set((data as CostsGroupRow[]).map(({ group_key }) => group_key))
    return [...names].filter((name) => !name.startsWith('(')).map((name) => ({ kind, name }))
  })
  return (await Promise.all(found)).flat()
}

/** Empty until something is typed, because a full list would hide the pages. */
export function thingsMatching(
  groups: readonly (readonly Command[])[],
  text: string,
  matching: (commands: readonly Command[], text: string) => readonly Command[],
): readonly Command[] {
  return text.trim() === '' ? [] : groups.flatMap((group) => matching(group, text).slice(0, most))
}
