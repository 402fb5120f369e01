import type { Role } from '@muster/contract/enumerations'
import { useQuery } from '@tanstack/react-query'
import { usePeople } from '../govern/organization/use-people.ts'
import { useComputers } from '../run/computers/queries.ts'
import { titleOf } from '../run/sessions/status.ts'
import { nameOf } from '../ui/person.tsx'
import { plainText } from '../ui/plain-text.ts'
import { api } from './api.ts'
import type { Command } from './commands.ts'

/** The maximum number of results of one kind. */
const most = 6

/** The newest sessions, the computers and the people that this person may see, as palette entries. */
export function useThings(role: Role): readonly (readonly Command[])[] {
  const works = role !== 'guest'
  const leads = role === 'owner' || role === 'manager'
  const sessions = useQuery({
    queryKey: ['palette', 'sessions'],
    queryFn: async () => (await api.sessions.list({ limit: 100 })).sessions,
    enabled: works,
  })
  const computers = useComputers(false, works)
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
  ]
}

/** Empty until something is typed, because a full list would hide the pages. */
export function thingsMatching(
  groups: readonly (readonly Command[])[],
  text: string,
  matching: (commands: readonly Command[], text: string) => readonly Command[],
): readonly Command[] {
  return text.trim() === '' ? [] : groups.flatMap((group) => matching(group, text).slice(0, most))
}
