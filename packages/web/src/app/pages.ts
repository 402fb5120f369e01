import type { Role } from '@muster/contract/enumerations'
import { organizationPages } from './organization-pages.ts'
import type { Page } from './page.ts'

const everybody: readonly Role[] = ['owner', 'manager', 'member', 'guest']
const leading: readonly Role[] = ['owner', 'manager']

export const pages: readonly Page[] = [
  {
    path: '/overview',
    title: 'Overview',
    roles: everybody,
    load: () => import('../overview/page.tsx'),
    menu: { group: 'home', label: 'Overview', icon: 'home', key: 'o' },
    hasRange: true,
  },
  {
    path: '/analytics/tokens',
    title: 'Tokens',
    roles: leading,
    load: () => import('../analytics/tokens/page.tsx'),
    menu: { group: 'analytics', label: 'Tokens', icon: 'coins', key: 't' },
    hasRange: true,
  },
  {
    path: '/analytics/tools',
    title: 'Tools',
    roles: leading,
    load: () => import('../analytics/tools/page.tsx'),
    menu: { group: 'analytics', label: 'Tools', icon: 'wrench', key: 'l' },
    hasRange: true,
  },
  {
    path: '/analytics/activity',
    title: 'Activity',
    roles: leading,
    load: () => import('../analytics/activity/page.tsx'),
    menu: { group: 'analytics', label: 'Activity', icon: 'activity', key: 'a' },
    hasRange: true,
  },
  {
    path: '/analytics/productivity',
    title: 'Productivity',
    roles: leading,
    load: () => import('../analytics/productivity/page.tsx'),
    menu: { group: 'analytics', label: 'Productivity', icon: 'commit', key: 'p' },
    hasRange: true,
  },
  {
    path: '/analytics/costs',
    title: 'Costs',
    roles: leading,
    load: () => import('../analytics/costs/page.tsx'),
    menu: { group: 'analytics', label: 'Costs', icon: 'wallet', key: 'c' },
    hasRange: true,
  },
  {
    path: '/analytics/users',
    title: 'Users',
    roles: leading,
    load: () => import('../analytics/users/page.tsx'),
    menu: { group: 'analytics', label: 'Users', icon: 'users', key: 'u' },
    hasRange: true,
  },
  {
    path: '/analytics/users/$userId',
    title: 'Person',
    roles: leading,
    load: () => import('../analytics/person/page.tsx'),
    hasRange: true,
  },
  ...organizationPages,
  {
    path: '/settings',
    title: 'Settings',
    roles: everybody,
    load: () => import('../settings/page.tsx'),
    menu: { group: 'account', label: 'Settings', icon: 'sliders', key: ',' },
  },
]

export { everybody, leading }

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

export function pageAt(path: string): Page | undefined {
  return pages.find((page) => new RegExp(`^${page.path.replace(/\$\w+/g, '[^/]+')}$`).test(path))
}
