import { ownersOf } from './further-addresses.ts'

/** The person behind the `user` of an event. Several users may be one person: a member known by id and by e-mails. */
export type People = (user: string) => Person

export interface Person {
  readonly id: string
  readonly email: string | null
}

export interface Member {
  readonly id: string
  readonly email: string
  readonly email_key: string
  /** As an owner wrote it into the metadata of the user. */
  readonly emails?: unknown
  /** The team that an owner wrote into the metadata of the user. */
  readonly team: string | null
}

/**
 * The person of a user in events: the member with that id, that e-mail or that further e-mail; otherwise a person known
 * by the e-mail alone; otherwise one known by the agent's anonymous id. If two members claim an address, the first id
 * gets it.
 */
export function peopleOf(members: readonly Member[]): People {
  const byId = new Map(members.map(({ id, email }) => [id, { id, email }]))
  const byEmail = new Map<string, { id: string; email: string }>()
  for (const [address, id] of ownersOf(members)) {
    const person = byId.get(id)
    if (person) byEmail.set(address, person)
  }
  for (const { id, email, email_key } of members) byEmail.set(email_key, { id, email })
  const known = new Map<string, Person>()
  return (user) => known.get(user) ?? known.getOrInsertComputed(user, personOf)

  function personOf(user: string): Person {
    const name = user.slice(2)
    if (user.startsWith('e:')) return byEmail.get(name) ?? { id: name, email: name }
    if (user.startsWith('u:')) return byId.get(name) ?? { id: name, email: null }
    return { id: name, email: null }
  }
}
