import type { People } from './person-day.ts'

export interface Member {
  readonly id: string
  readonly email: string
  readonly email_key: string
  /** What an owner wrote into the metadata of the user. */
  readonly team: string | null
}

/**
 * Who a user of the events is: the member with that id or e-mail; else somebody known by the e-mail alone; else
 * somebody known only by the agent's anonymous id.
 */
export function peopleOf(members: readonly Member[]): People {
  const byId = new Map(members.map(({ id, email }) => [id, { id, email }]))
  const byEmail = new Map(members.map(({ id, email, email_key }) => [email_key, { id, email }]))
  return (user) => {
    const name = user.slice(2)
    if (user.startsWith('e:')) return byEmail.get(name) ?? { id: name, email: name }
    if (user.startsWith('u:')) return byId.get(name) ?? { id: name, email: null }
    return { id: name, email: null }
  }
}
