import { ownersOf } from './further-addresses.ts'

/**
 * Finds the person behind the `user` of an event. Several values of `user` may be one person: a member known by id and
 * by e-mails.
 */
export type People = (user: string) => Person

export interface Person {
  readonly id: string
  readonly email: string | null
}

export interface Member {
  readonly id: string
  readonly email: string
  readonly email_key: string
  /** As an owner has written it into the metadata of the user. */
  readonly emails?: unknown
  /** The team that an owner has written into the metadata of the user. */
  readonly team: string | null
}

/**
 * Finds the person of a user in events: the member with that id, e-mail or further e-mail; otherwise a person known
 * only by the e-mail; otherwise one known by the agent's anonymous id. If two members claim an address, the member with
 * the first id gets it.
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
