import type { Endpoint } from './endpoint.ts'
import * as apiKeys from './endpoints/govern/api-keys.ts'
import * as audit from './endpoints/govern/audit.ts'
import * as browserSessions from './endpoints/govern/browser-sessions.ts'
import * as controls from './endpoints/govern/controls.ts'
import * as operator from './endpoints/govern/operator.ts'
import * as organization from './endpoints/govern/organization.ts'
import * as users from './endpoints/govern/users.ts'
import * as analytics from './endpoints/know/analytics.ts'
import * as telemetry from './endpoints/know/telemetry.ts'
import * as mcp from './endpoints/mcp.ts'
import * as limits from './endpoints/money/limits.ts'
import * as reports from './endpoints/prepare/reports.ts'
import * as computers from './endpoints/run/computers.ts'
import * as messages from './endpoints/run/messages.ts'
import * as relay from './endpoints/run/relay.ts'
import * as sessions from './endpoints/run/sessions.ts'
import * as webhooks from './endpoints/run/webhooks.ts'
import * as service from './endpoints/service.ts'

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
