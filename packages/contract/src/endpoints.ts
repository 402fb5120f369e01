import type { Endpoint } from './endpoint.ts'
import * as analytics from './endpoints/analytics.ts'
import * as apiKeys from './endpoints/api-keys.ts'
import * as audit from './endpoints/audit.ts'
import * as browserSessions from './endpoints/browser-sessions.ts'
import * as computers from './endpoints/computers.ts'
import * as controls from './endpoints/controls.ts'
import * as limits from './endpoints/limits.ts'
import * as mcp from './endpoints/mcp.ts'
import * as messages from './endpoints/messages.ts'
import * as operator from './endpoints/operator.ts'
import * as organization from './endpoints/organization.ts'
import * as relay from './endpoints/relay.ts'
import * as reports from './endpoints/reports.ts'
import * as service from './endpoints/service.ts'
import * as sessions from './endpoints/sessions.ts'
import * as telemetry from './endpoints/telemetry.ts'
import * as users from './endpoints/users.ts'
import * as webhooks from './endpoints/webhooks.ts'

/**
 * The whole interface: group, then operation. `sessions.create` is also its operation id.
 *
 * ```ts
 * const { method, path, access } = endpoints.sessions.create
 * ```
 */
export const endpoints = {
  analytics,
  telemetry,
  sessions,
  messages,
  computers,
  organization,
  users,
  controls,
  limits,
  reports,
  apiKeys,
  browserSessions,
  audit,
  webhooks,
  mcp,
  relay,
  operator,
  service,
}

/** Every endpoint with its operation id. */
export const endpointList: readonly { readonly id: string; readonly group: string; readonly endpoint: Endpoint }[] =
  Object.entries(endpoints).flatMap(([group, operations]) =>
    Object.entries(operations).map(([name, endpoint]) => ({ id: `${group}.${name}`, group, endpoint })),
  )
