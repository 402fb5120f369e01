import { compareBytes } from './byte-order.ts'
import { furtherAddresses } from './further-addresses.ts'
import type { People } from './person-day.ts'

export interface Member {
  readonly id: string
  readonly email: string
  readonly email_key: string
  /** As an owner wrote it into the metadata of the user, if at all. */
  readonly emails?: unknown
  /** What an owner wrote into the metadata of the user. */
  readonly team: string | null
}

/**
 * Who a user of the events is: the member with that id or e-mail, or with that e-mail among further ones; else somebody
 * known by the e-mail alone; else somebody known only by the agent's anonymous id. An address that two members claim is
 * the one's whose id comes first.
 */
export function peopleOf(members: readonly Member[]): People {
  const byId = new Map(members.map(({ id, email }) => [id, { id, email }]))
  const byEmail = new Map<string, { id: string; email: string }>()
  for (const { id, email, emails } of members.toSorted((a, b) => compareBytes(b.id, a.id))) {
    for (const address of furtherAddresses({ emails })) byEmail.set(address, { id, email })
  }
  for (const { id, email, email_key } of members) byEmail.set(email_key, { id, email })
  return (user) => {
    const name = user.slice(2)
    if (user.startsWith('e:')) return byEmail.get(name) ?? { id: name, email: name }
    if (user.startsWith('u:')) return byId.get(name) ?? { id: name, email: null }
    return { id: name, email: null }
  }
}
