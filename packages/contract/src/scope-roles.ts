import { endpointList } from './endpoints.ts'
import { type Role, roles, type Scope } from './enumerations.ts'

/** Roles that may report for other people. The handler checks this, so no endpoint names it. */
export const attributingRoles: readonly Role[] = ['owner', 'manager']

/** The roles that can use a scope: those that at least one endpoint with this scope admits. */
export function rolesOfScope(scope: Scope): readonly Role[] {
  if (scope === 'telemetry:attribute') return attributingRoles
  const admitted = endpointList.flatMap(({ endpoint: { access, scope: needed } }) =>
    needed === scope && typeof access !== 'string' ? access : [],
  )
  return roles.filter((role) => admitted.includes(role))
}
