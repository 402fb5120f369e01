import type { OrganizationUser } from '@muster/contract/organization'
import { nameOf } from '../../../ui/person.tsx'

export function teamOf({ metadata }: OrganizationUser): string {
  return typeof metadata.team === 'string' ? metadata.team : ''
}

/** The people with this role whose name, e-mail or team contains every word; sorted by name. */
export function filterPeople(
  people: readonly OrganizationUser[],
  { text = '', role = '' }: { readonly text?: string | undefined; readonly role?: string | undefined },
): readonly OrganizationUser[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = people.filter((person) => {
    const about = `${nameOf(person)} ${person.email} ${teamOf(person)}`.toLowerCase()
    return (role === '' || person.role === role) && words.every((word) => about.includes(word))
  })
  const collator = new Intl.Collator('en')
  return found.toSorted((one, other) => collator.compare(nameOf(one), nameOf(other)))
}
