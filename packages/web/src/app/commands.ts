import type { Role } from '@muster/contract/enumerations'
import type { IconName } from '../ui/icons.ts'
import { pages } from './pages.ts'
import { rangeSearch, type Search } from './search.ts'
import { setTheme } from './theme.ts'

/** An entry of the palette: a place to go to, or an action. */
export interface Command {
  /** The id of a resource; pages and actions are identified by their names. */
  readonly id?: string
  readonly name: string
  readonly icon: IconName
  readonly keys?: string | undefined
  /** The kind of the entry, or an alternative name. */
  readonly note?: string
  /** Further search terms. */
  readonly words?: string | undefined
  readonly to: string
  readonly search: Search
  readonly hash?: string
  readonly run?: () => void
}

const groupNames = { home: '', account: '', analytics: 'Analytics: ', work: '', organization: 'Organization: ' }

const actions: readonly Command[] = [
  {
    name: 'Guides',
    icon: 'book',
    words: 'help documentation manual how to',
    to: '/docs/guides',
    search: {},
    run: () => window.location.assign('/docs/guides'),
  },
  {
    name: 'API reference',
    icon: 'book',
    words: 'help documentation openapi rest',
    to: '/docs',
    search: {},
    run: () => window.location.assign('/docs'),
  },
  { name: 'Theme: light', icon: 'sun', to: '', search: {}, run: () => setTheme('light') },
  { name: 'Theme: dark', icon: 'moon', to: '', search: {}, run: () => setTheme('dark') },
  { name: 'Theme: as the system', icon: 'monitor', to: '', search: {}, run: () => setTheme('system') },
]

export function commandsFor(role: Role, search: Search): readonly Command[] {
  const places = pages.flatMap(({ path, roles, menu, hasRange }): Command[] => {
    if (!menu || !roles.includes(role)) return []
    const name = groupNames[menu.group] + menu.label
    const keys = menu.key && `G ${menu.key.toUpperCase()}`
    return [{ name, icon: menu.icon, keys, words: menu.words, to: path, search: hasRange ? rangeSearch(search) : {} }]
  })
  return [...places, ...actions]
}

/** The commands whose name or search terms contain every typed word; names that begin with the text come first. */
export function matching(commands: readonly Command[], text: string): readonly Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = commands.filter(({ name, note = '', words: more = '' }) =>
    words.every((word) => `${name} ${note} ${more}`.toLowerCase().includes(word)),
  )
  const isFirst = ({ name }: Command) => Number(name.toLowerCase().startsWith(words[0] ?? ''))
  return found.toSorted((one, other) => isFirst(other) - isFirst(one))
}
