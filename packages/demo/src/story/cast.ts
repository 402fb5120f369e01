import { type Person, peopleOf } from '../people.ts'

export interface Cast {
  readonly everybody: readonly Person[]
  /** Owners besides the owner of the installation. */
  readonly owners: readonly Person[]
  /** People with a computer, who also use the web application. */
  readonly regulars: readonly Person[]
  /** People with a credit limit. None of them is a regular, so no limit stops the story. */
  readonly limited: readonly Person[]
}

const perTeam = 2
const limits = 7

/** Chooses the people for each role. */
export function castOf(seed: string): Cast {
  const everybody = peopleOf(seed)
  const busy = everybody.filter(({ role, habit, stops }) => {
    return role === 'member' && (habit === 'power' || habit === 'steady') && stops === undefined
  })
  const regulars = [...Map.groupBy(busy, ({ team }) => team).values()].flatMap((team) => team.slice(0, perTeam))
  // The earliest users, so that there is usage in every month.
  const others = busy.filter((person) => !regulars.includes(person)).sort((a, b) => a.begins - b.begins)
  const owners = everybody.filter(({ role }) => role === 'owner')
  return { everybody, owners, regulars, limited: others.slice(0, limits) }
}
