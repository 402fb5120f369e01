import type { Role, Scope } from '@muster/contract/enumerations'
import { rolesOfScope } from '@muster/contract/scope-roles'

const names = {
  'sessions:read': 'Read sessions',
  'sessions:write': 'Run sessions',
  'computers:read': 'Read computers',
  'computers:write': 'Change computers',
  'organization:read': 'Read users, limits and controls',
  'organization:write': 'Change users, limits and controls',
  'readiness:read': 'Read readiness reports',
  'readiness:write': 'Publish readiness reports',
  'keys:read': 'Read keys',
  'keys:write': 'Make and revoke keys',
  'analytics:read': 'Read analytics',
  'telemetry:write': 'Send telemetry',
  'telemetry:attribute': 'Send telemetry of other people',
} as const satisfies Readonly<Record<Scope, string>>

/** The scopes that a role can use, with display names. */
export function scopesFor(role: Role): readonly (readonly [scope: Scope, name: string])[] {
  return (Object.entries(names) as [Scope, string][]).filter(([scope]) => rolesOfScope(scope).includes(role))
}
