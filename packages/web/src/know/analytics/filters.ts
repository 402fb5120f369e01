import type { SpendPlace } from '@muster/contract/spend'
import { rangeSearch, type Search } from '../../app/search.ts'

/** What numbers can be about, by its name in an address, with the service's name of the group. */
export const filterKinds = {
  team: 'team',
  person: 'user',
  repository: 'repository',
  model: 'model',
  agent: 'agent',
} as const
export type FilterKind = keyof typeof filterKinds

export const kinds = Object.keys(filterKinds) as FilterKind[]

export interface Filter {
  readonly kind: FilterKind
  readonly name: string
}

/** The filters in an address. */
export function filtersIn(search: Search): readonly Filter[] {
  return kinds.flatMap((kind) => {
    const name = search[kind]
    return name === undefined ? [] : [{ kind, name }]
  })
}

/** The part of an address that says which numbers are shown: days and filters. */
export function shownSearch(search: Search): Search {
  return { ...rangeSearch(search), ...Object.fromEntries(kinds.map((kind) => [kind, search[kind]])) }
}

/** As the service wants them. */
export function asQuery(filters: readonly Filter[]): { filter?: string[] } {
  return filters.length === 0 ? {} : { filter: filters.map(({ kind, name }) => `${filterKinds[kind]}:${name}`) }
}

/** The query of an address that shows only what is about a place. */
export function searchOf(place: SpendPlace): Search {
  const pairs = kinds.map((kind) => [kind, place[filterKinds[kind]]] as const)
  return Object.fromEntries(pairs.filter(([, name]) => name !== undefined))
}

const unnamed: Readonly<Record<FilterKind, string>> = {
  team: 'Without a team',
  person: 'Unknown',
  repository: 'Outside of repositories',
  model: 'Without a model',
  agent: 'Unknown agent',
}

/** Replaces the service's name for what has none with readable text. */
export function nameOfKey(kind: FilterKind, key: string): string {
  return key === '(none)' ? unnamed[kind] : key
}
