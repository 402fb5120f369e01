import type { Role } from '@muster/contract/enumerations'
import { organizationPages } from './organization-pages.ts'
import type { Page } from './page.ts'

const everybody: readonly Role[] = ['owner', 'manager', 'member', 'guest']
const working: readonly Role[] = ['owner', 'manager', 'member']
const leading: readonly Role[] = ['owner', 'manager']

export const pages: readonly Page[] = [
  {
    path: '/overview',
    title: 'Overview',
    roles: everybody,
    load: () => import('../know/overview/page.tsx'),
    menu: { group: 'home', label: 'Overview', icon: 'home', key: 'o' },
    hasRange: true,
  },
  {
    path: '/analytics/costs',
    title: 'Spend',
    roles: leading,
    load: () => import('../know/analytics/costs/page.tsx'),
    menu: {
      group: 'analytics',
      label: 'Spend',
      icon: 'wallet',
      key: 'c',
      words: 'money cost costs spending price forecast budget dollars bill invoice',
    },
    hasRange: true,
  },
  {
    path: '/analytics/users',
    title: 'Users',
    roles: leading,
    load: () => import('../know/analytics/users/page.tsx'),
    menu: {
      group: 'analytics',
      section: 'People & teams',
      label: 'Users',
      icon: 'users',
      key: 'u',
      words: 'people persons members email who',
    },
    hasRange: true,
  },
  {
    path: '/analytics/users/$userId',
    title: 'Person',
    roles: leading,
    load: () => import('../know/analytics/person/page.tsx'),
    hasRange: true,
  },
  {
    path: '/analytics/teams',
    title: 'Teams',
    roles: leading,
    load: () => import('../know/analytics/teams/page.tsx'),
    menu: {
      group: 'analytics',
      section: 'People & teams',
      label: 'Teams',
      icon: 'team',
      key: 'm',
      words: 'groups departments spend',
    },
    hasRange: true,
  },
  {
    path: '/analytics/adoption',
    title: 'Adoption',
    roles: leading,
    load: () => import('../know/analytics/adoption/page.tsx'),
    menu: {
      group: 'analytics',
      section: 'People & teams',
      label: 'Adoption',
      icon: 'gauge',
      key: 'd',
      words: 'active new returning lapsed seats stickiness',
    },
    hasRange: true,
  },
  {
    path: '/analytics/activity',
    title: 'Activity',
    roles: leading,
    load: () => import('../know/analytics/activity/page.tsx'),
    menu: {
      group: 'analytics',
      section: 'People & teams',
      label: 'Activity',
      icon: 'activity',
      key: 'a',
      words: 'active users dau wau mau messages clients',
    },
    hasRange: true,
  },
  {
    path: '/analytics/productivity',
    title: 'Productivity',
    roles: leading,
    load: () => import('../know/analytics/productivity/page.tsx'),
    menu: {
      group: 'analytics',
      section: 'Output',
      label: 'Productivity',
      icon: 'commit',
      key: 'p',
      words: 'files languages commits pull requests',
    },
    hasRange: true,
  },
  {
    path: '/analytics/work',
    title: 'Work',
    roles: leading,
    load: () => import('../know/analytics/work/page.tsx'),
    menu: {
      group: 'analytics',
      section: 'Output',
      label: 'Work',
      icon: 'pencil',
      key: 'w',
      words: 'lines edits errors duration rejected accepted',
    },
    hasRange: true,
  },
  {
    path: '/analytics/tokens',
    title: 'Tokens',
    roles: leading,
    load: () => import('../know/analytics/tokens/page.tsx'),
    menu: {
      group: 'analytics',
      section: 'Agents & tools',
      label: 'Tokens',
      icon: 'coins',
      key: 't',
      words: 'models cache usage input output',
    },
    hasRange: true,
  },
  {
    path: '/analytics/tools',
    title: 'Tools',
    roles: leading,
    load: () => import('../know/analytics/tools/page.tsx'),
    menu: {
      group: 'analytics',
      section: 'Agents & tools',
      label: 'Tools',
      icon: 'wrench',
      key: 'l',
      words: 'mcp skills hooks slash commands autonomy',
    },
    hasRange: true,
  },
  {
    path: '/analytics/quality',
    title: 'Data quality',
    roles: leading,
    load: () => import('../know/analytics/quality/page.tsx'),
    menu: {
      group: 'analytics',
      isQuiet: true,
      label: 'Data quality',
      icon: 'check',
      key: 'q',
      words: 'missing unknown quarantine rejected events telemetry',
    },
    hasRange: true,
  },
  {
    path: '/sessions',
    title: 'Sessions',
    roles: working,
    load: () => import('../run/sessions/list/page.tsx'),
    menu: { group: 'work', label: 'Sessions', icon: 'chat', key: 's', words: 'conversations chats runs prompts' },
  },
  {
    path: '/sessions/new',
    title: 'New session',
    roles: working,
    load: () => import('../run/sessions/new/page.tsx'),
    menu: {
      group: 'work',
      isQuiet: true,
      label: 'New session',
      icon: 'plus',
      key: 'n',
      words: 'start run agent prompt chat',
    },
  },
  {
    path: '/sessions/$sessionId',
    title: 'Session',
    roles: working,
    load: () => import('../run/sessions/conversation/page.tsx'),
  },
  {
    path: '/computers',
    title: 'Computers',
    roles: working,
    load: () => import('../run/computers/list/page.tsx'),
    menu: {
      group: 'work',
      label: 'Computers',
      icon: 'computer',
      key: 'b',
      words: 'machines laptops runners join daemon',
    },
  },
  {
    path: '/computers/$computerId',
    title: 'Computer',
    roles: working,
    load: () => import('../run/computers/one/page.tsx'),
  },
  {
    path: '/readiness',
    title: 'Readiness',
    roles: everybody,
    load: () => import('../prepare/readiness/list/page.tsx'),
    menu: {
      group: 'work',
      label: 'Readiness',
      icon: 'ladder',
      key: 'r',
      words: 'repositories reports levels score criteria',
    },
  },
  {
    path: '/readiness/$repository',
    title: 'Repository',
    roles: everybody,
    load: () => import('../prepare/readiness/one/page.tsx'),
  },
  ...organizationPages,
  {
    path: '/settings',
    title: 'Settings',
    roles: everybody,
    load: () => import('../govern/settings/page.tsx'),
    menu: {
      group: 'account',
      label: 'Settings',
      icon: 'sliders',
      key: ',',
      words: 'password theme account sign out devices browser',
    },
  },
]

export { everybody, leading, working }

export const menuGroups = [
  ['home', undefined],
  ['analytics', 'Analytics'],
  ['work', 'Work'],
  ['organization', 'Organization'],
  ['account', undefined],
] as const

export function menuPagesOf(role: Role): readonly Page[] {
  return pages.filter(({ menu, roles }) => menu && roles.includes(role))
}

/** The pages of the same section that this person may see, if there are several. */
export function sectionOf(page: Page | undefined, mine: readonly Page[]): readonly Page[] {
  const section = page?.menu?.section
  const inside = section === undefined ? [] : mine.filter(({ menu }) => menu?.section === section)
  return inside.length > 1 ? inside : []
}

export function pageAt(path: string): Page | undefined {
  return pages.find((page) => new RegExp(`^${page.path.replace(/\$\w+/g, '[^/]+')}$`).test(path))
}
