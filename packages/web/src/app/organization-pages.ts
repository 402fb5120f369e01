import type { Role } from '@muster/contract/enumerations'
import type { Page } from './page.ts'

const everybody: readonly Role[] = ['owner', 'manager', 'member', 'guest']
const working: readonly Role[] = ['owner', 'manager', 'member']
const leading: readonly Role[] = ['owner', 'manager']
const owners: readonly Role[] = ['owner']

/** Pages about members and permissions of the organization. */
export const organizationPages: readonly Page[] = [
  {
    path: '/connect',
    title: 'Connect an agent',
    roles: working,
    load: () => import('../know/connect/page.tsx'),
    menu: {
      group: 'work',
      label: 'Connect an agent',
      icon: 'plug',
      words: 'telemetry install otel opentelemetry claude codex gemini import',
    },
  },
  {
    path: '/organization/users',
    title: 'People',
    roles: working,
    load: () => import('../govern/organization/users/page.tsx'),
    menu: {
      group: 'organization',
      section: 'Members & keys',
      label: 'People',
      icon: 'team',
      key: 'e',
      words: 'members invite roles email teams remove sso single sign-on openid',
    },
  },
  {
    path: '/organization/keys',
    title: 'API keys',
    roles: everybody,
    load: () => import('../govern/organization/keys/page.tsx'),
    menu: {
      group: 'organization',
      section: 'Members & keys',
      label: 'API keys',
      icon: 'key',
      key: 'k',
      words: 'token secret access bearer',
    },
  },
  {
    path: '/organization/limits',
    title: 'Limits',
    roles: leading,
    load: () => import('../govern/organization/limits/page.tsx'),
    menu: { group: 'organization', label: 'Limits', icon: 'gauge', words: 'budget credits cap spend alert quota' },
  },
  {
    path: '/organization/controls',
    title: 'Controls',
    roles: leading,
    load: () => import('../govern/organization/controls/page.tsx'),
    menu: {
      group: 'organization',
      section: 'Policy & audit',
      label: 'Controls',
      icon: 'shield',
      words: 'policy rules settings models prices sandbox retention allowed addresses ip',
    },
  },
  {
    path: '/organization/controls/history',
    title: 'History of the controls',
    roles: leading,
    load: () => import('../govern/organization/controls-history/page.tsx'),
  },
  {
    path: '/organization/audit',
    title: 'Audit log',
    roles: owners,
    load: () => import('../govern/organization/audit/page.tsx'),
    menu: {
      group: 'organization',
      section: 'Policy & audit',
      label: 'Audit log',
      icon: 'scroll',
      words: 'log history changes who security',
    },
  },
  {
    path: '/organization/webhooks',
    title: 'Webhooks',
    roles: owners,
    load: () => import('../govern/organization/webhooks/page.tsx'),
    menu: { group: 'organization', label: 'Webhooks', icon: 'webhook', words: 'alert notify slack events integration' },
  },
]
