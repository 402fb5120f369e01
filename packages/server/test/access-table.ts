import type { Method } from '@muster/contract/endpoint'
import type { Role, Scope } from '@muster/contract/enumerations'
import type { People } from '../src/testing/test-server.ts'
import * as targets from './access-targets.ts'

/** What one endpoint demands of its caller, written out by hand: the contract is what is being judged. */
interface Rule {
  readonly call: `${Method} /${string}`
  /** Other paths that must behave the same. */
  readonly aliases?: readonly string[]
  readonly admits: readonly Role[] | 'anyone' | 'operator' | 'computer'
  /** What the path needs after it, from the question mark on. */
  readonly query?: string
  /** Errors are those of the OpenTelemetry protocol; `telemetry-otlp.test.ts` judges these. */
  readonly isOtlp?: true
  /** The method that does the same over gRPC; `access-grpc.test.ts` judges it. */
  readonly grpc?: string
  /** `hidden`: to another member it is 404. Otherwise members share it, or the call is about the caller alone. */
  readonly ofAnotherMember?: 'hidden'
  /** Whether a JWT is a bearer here; elsewhere only an API key is. */
  readonly token: boolean
  readonly scope: Scope | null
  /** A key with scopes is refused, even with that one. */
  readonly isWhole?: true
  /** The status when everything is right. */
  readonly answer: number
  /** Makes what the call needs, in `people`'s organization, so that `callerId` may touch it if the role admits it. */
  readonly prepare: (people: People, callerId: string) => Promise<targets.Target>
}

const all = ['owner', 'manager', 'member', 'guest'] as const
const working = ['owner', 'manager', 'member'] as const
const leading = ['owner', 'manager'] as const
const owner = ['owner'] as const
const reports = '/api/organization/maturity-level-reports'
const reportAliases = ['/api/organization/agent-readiness-reports']

type Prepare = Rule['prepare']

function rule(call: Rule['call'], answer: number, prepare: Prepare, rest: Omit<Rule, 'call' | 'answer' | 'prepare'>) {
  return { call, answer, prepare, ...rest }
}

function open(call: Rule['call']): Rule {
  return rule(call, 200, targets.nothing, { admits: 'anyone', token: true, scope: null })
}

/** For an API key and for a JWT. */
function user(
  call: Rule['call'],
  admits: readonly Role[],
  scope: Scope | null,
  answer: number,
  prepare: Prepare = targets.nothing,
): Rule {
  return rule(call, answer, prepare, { admits, token: true, scope })
}

/** Analytics of version 1: only API keys, and always about a range of days. */
function analytics(name: string): Rule {
  const query = '?startDate=2026-01-14&endDate=2026-01-15'
  const rest = { admits: leading, token: false, scope: 'analytics:read', query } as const
  return rule(`GET /api/v1/analytics/${name}`, 200, targets.nothing, rest)
}

/** The same for extensions, where a JWT is a bearer too. */
function rowsByDay(name: string): Rule {
  const query = '?startDate=2026-01-14&endDate=2026-01-15'
  return { ...user(`GET /api/v0/analytics/${name}`, leading, 'analytics:read', 200), query }
}

function otlp(call: Rule['call'], service: string): Rule {
  const grpc = `/opentelemetry.proto.collector.${service}/Export`
  return { ...user(call, working, 'telemetry:write', 200, targets.emptyExport), isOtlp: true, grpc }
}

/** For keys without scopes and people who signed in: what it makes has no limits either. */
function whole(rule: Rule): Rule {
  return { ...rule, token: false, isWhole: true }
}

/** Belongs to one member, and is not there for another. */
function hidden(rule: Rule): Rule {
  return { ...rule, ofAnotherMember: 'hidden' }
}

export const table: Readonly<Record<string, Rule>> = {
  'analytics.tokens': analytics('tokens'),
  'analytics.tools': analytics('tools'),
  'analytics.activity': analytics('activity'),
  'analytics.productivity': analytics('productivity'),
  'analytics.users': analytics('users'),
  'analytics.costs': rowsByDay('costs'),
  'analytics.work': rowsByDay('work'),
  'analytics.adoption': rowsByDay('adoption'),
  'analytics.spend': user('GET /api/v0/analytics/spend', leading, 'analytics:read', 200),
  'analytics.status': user('GET /api/v0/analytics/status', leading, 'analytics:read', 200),
  'analytics.definitions': user('GET /api/v0/analytics/definitions', leading, 'analytics:read', 200),
  'analytics.prices': user('GET /api/v0/analytics/prices', leading, 'analytics:read', 200),
  'analytics.refresh': user('POST /api/v0/analytics/refresh', leading, 'analytics:read', 200),

  'analytics.recompute': user('POST /api/v0/analytics/recompute', owner, 'organization:write', 200, targets.oneDay),
  'analytics.deleteEvents': {
    ...user('DELETE /api/v0/analytics/events', owner, 'organization:write', 200),
    query: '?startDate=2026-01-14&endDate=2026-01-15',
  },

  'telemetry.logs': otlp('POST /v1/logs', 'logs.v1.LogsService'),
  'telemetry.metrics': otlp('POST /v1/metrics', 'metrics.v1.MetricsService'),
  'telemetry.traces': otlp('POST /v1/traces', 'trace.v1.TraceService'),
  'telemetry.events': user('POST /api/v0/events', working, 'telemetry:write', 200, targets.newEvents),

  'sessions.list': user('GET /api/v0/sessions', working, 'sessions:read', 200),
  'sessions.create': hidden(user('POST /api/v0/sessions', working, 'sessions:write', 201, targets.newSession)),
  'sessions.get': hidden(user('GET /api/v0/sessions/{sessionId}', working, 'sessions:read', 200, targets.session)),
  'sessions.update': hidden(
    user('PATCH /api/v0/sessions/{sessionId}', working, 'sessions:write', 200, targets.sessionChange),
  ),
  'sessions.remove': hidden(
    user('DELETE /api/v0/sessions/{sessionId}', working, 'sessions:write', 204, targets.session),
  ),

  'sessions.events': hidden(
    user('GET /api/v0/sessions/{sessionId}/events', working, 'sessions:read', 200, targets.session),
  ),
  'sessions.watchAll': user('GET /api/v0/events/sessions', working, 'sessions:read', 200),
  'sessions.interrupt': hidden(
    user('POST /api/v0/sessions/{sessionId}/interrupt', working, 'sessions:write', 202, targets.interruption),
  ),
  'sessions.listPermissions': hidden(
    user('GET /api/v0/sessions/{sessionId}/permissions', working, 'sessions:read', 200, targets.session),
  ),
  'sessions.decidePermission': hidden(
    user(
      'POST /api/v0/sessions/{sessionId}/permissions/{permissionId}',
      working,
      'sessions:write',
      200,
      targets.permission,
    ),
  ),

  'messages.list': hidden(
    user('GET /api/v0/sessions/{sessionId}/messages', working, 'sessions:read', 200, targets.session),
  ),
  'messages.get': hidden(
    user('GET /api/v0/sessions/{sessionId}/messages/{messageId}', working, 'sessions:read', 200, targets.message),
  ),
  'messages.takeBack': hidden(
    user('DELETE /api/v0/sessions/{sessionId}/messages/{messageId}', working, 'sessions:write', 204, targets.message),
  ),
  'messages.post': hidden(
    user('POST /api/v0/sessions/{sessionId}/messages', working, 'sessions:write', 200, targets.newMessage),
  ),

  'computers.list': user('GET /api/v0/computers', working, 'computers:read', 200),
  'computers.register': user('POST /api/v0/computers', working, 'computers:write', 201, targets.newComputer),
  'computers.get': hidden(user('GET /api/v0/computers/{computerId}', working, 'computers:read', 200, targets.computer)),
  'computers.getByName': hidden(
    user('GET /api/v0/computers/name/{name}', working, 'computers:read', 200, targets.computerByName),
  ),
  'computers.update': hidden(
    user('PATCH /api/v0/computers/{computerId}', working, 'computers:write', 200, targets.computerChange),
  ),
  'computers.remove': hidden(
    user('DELETE /api/v0/computers/{computerId}', working, 'computers:write', 204, targets.computer),
  ),

  'organization.me': user('GET /api/v0/me', all, null, 200),
  'organization.myUsage': user('GET /api/v0/me/usage', working, null, 200),
  'organization.setPassword': whole(user('PUT /api/v0/me/password', all, 'keys:write', 204, targets.newPassword)),
  'organization.get': user('GET /api/v0/organization', all, 'organization:read', 200),
  'organization.update': user('PATCH /api/v0/organization', owner, 'organization:write', 200, targets.newName),

  'users.list': user('GET /api/v0/organization/users', working, 'organization:read', 200),
  'users.invite': user('POST /api/v0/organization/users', owner, 'organization:write', 201, targets.newUser),
  'users.invitePeople': whole(
    user('POST /api/v0/organization/invitations', owner, 'organization:write', 201, targets.newPeople),
  ),
  'users.createLink': whole(
    user('POST /api/v0/organization/users/{userId}/links', owner, 'organization:write', 201, targets.newLink),
  ),
  'users.update': user(
    'PATCH /api/v0/organization/users/{userId}',
    owner,
    'organization:write',
    200,
    targets.userChange,
  ),
  'users.remove': user('DELETE /api/v0/organization/users/{userId}', owner, 'organization:write', 204, targets.user),

  'controls.get': user('GET /api/v0/organization/enterprise-controls', leading, 'organization:read', 200),
  'controls.replace': user(
    'PUT /api/v0/organization/enterprise-controls',
    owner,
    'organization:write',
    200,
    targets.newControls,
  ),
  'controls.history': user('GET /api/v0/organization/enterprise-controls/history', leading, 'organization:read', 200),

  'limits.list': user('GET /api/v0/organization/usage/limits/users', leading, 'organization:read', 200),
  'limits.set': user(
    'PUT /api/v0/organization/usage/limits/users',
    leading,
    'organization:write',
    200,
    targets.newLimits,
  ),

  'reports.list': rule(`GET ${reports}`, 200, targets.nothing, {
    aliases: reportAliases,
    admits: all,
    token: false,
    scope: 'readiness:read',
  }),
  'reports.publish': rule(`POST ${reports}`, 201, targets.newReport, {
    aliases: reportAliases,
    admits: working,
    token: false,
    scope: 'readiness:write',
  }),

  'reports.get': rule(`GET ${reports}/{reportId}`, 200, targets.report, {
    aliases: reportAliases.map((path) => `${path}/{reportId}`),
    admits: all,
    token: false,
    scope: 'readiness:read',
  }),
  'reports.repositories': rule('GET /api/organization/repositories', 200, targets.nothing, {
    admits: all,
    token: false,
    scope: 'readiness:read',
  }),

  'apiKeys.list': user('GET /api/v0/api-keys', all, 'keys:read', 200),
  'apiKeys.create': user('POST /api/v0/api-keys', all, 'keys:write', 201, targets.newApiKey),
  'apiKeys.revoke': hidden(user('DELETE /api/v0/api-keys/{id}', all, 'keys:write', 204, targets.apiKey)),
  'apiKeys.createToken': rule('POST /api/v0/token', 200, targets.nothing, { admits: all, token: false, scope: null }),

  'browserSessions.create': rule('POST /api/v0/browser-sessions', 201, targets.newBrowserSession, {
    admits: 'anyone',
    token: true,
    scope: null,
  }),
  'browserSessions.checkLink': rule('POST /api/v0/sign-in-links/check', 200, targets.link, {
    admits: 'anyone',
    token: true,
    scope: null,
  }),
  'browserSessions.list': user('GET /api/v0/browser-sessions', all, 'keys:read', 200),
  'browserSessions.signOut': user('DELETE /api/v0/browser-sessions/current', all, null, 204),
  'browserSessions.revoke': hidden(
    user('DELETE /api/v0/browser-sessions/{id}', all, 'keys:write', 204, targets.browserSession),
  ),
  'webhooks.list': user('GET /api/v0/webhooks', owner, 'organization:read', 200),
  'webhooks.create': user('POST /api/v0/webhooks', owner, 'organization:write', 201, targets.newWebhook),
  'webhooks.update': user(
    'PATCH /api/v0/webhooks/{webhookId}',
    owner,
    'organization:write',
    200,
    targets.webhookChange,
  ),
  'webhooks.rotateSecret': user(
    'POST /api/v0/webhooks/{webhookId}/secret',
    owner,
    'organization:write',
    200,
    targets.webhookAction,
  ),
  'webhooks.remove': user('DELETE /api/v0/webhooks/{webhookId}', owner, 'organization:write', 204, targets.webhook),
  'webhooks.deliveries': user(
    'GET /api/v0/webhooks/{webhookId}/deliveries',
    owner,
    'organization:read',
    200,
    targets.webhook,
  ),
  'webhooks.retry': user(
    'POST /api/v0/webhooks/deliveries/{deliveryId}/retry',
    owner,
    'organization:write',
    200,
    targets.delivery,
  ),

  'audit.list': user('GET /api/v0/organization/audit-log', owner, 'organization:read', 200),

  'mcp.send': user('POST /mcp', all, null, 200, targets.mcpMessage),

  'relay.content': rule('GET /api/v0/relay/sessions/{sessionId}/messages/{messageId}', 200, targets.message, {
    admits: 'computer',
    token: false,
    scope: null,
  }),

  'operator.createOrganization': rule('POST /api/operator/organizations', 201, targets.newOrganization, {
    admits: 'operator',
    token: false,
    scope: null,
  }),

  'service.health': open('GET /healthz'),
  'service.ready': open('GET /readyz'),
  'service.metrics': open('GET /metrics'),
  'service.openapi': open('GET /openapi.json'),
  'service.openapiYaml': open('GET /openapi.yaml'),
  'service.docs': open('GET /docs'),
  'service.jwks': open('GET /.well-known/jwks.json'),
}

/** Each row under each of its paths. */
export const rows = Object.entries(table).flatMap(([id, one]) => {
  const [method = '', path = ''] = one.call.split(' ')
  const { aliases = [], query = '' } = one
  return [path, ...aliases].map((each) => ({ ...one, id, method, path: each + query, call: `${method} ${each}` }))
})

export type Row = (typeof rows)[number]

type UserRow = Row & { admits: readonly Role[] }

const ofUsers = rows.filter((row): row is UserRow => Array.isArray(row.admits))

/** Rows that ask for a user of an organization. */
export const userRows = ofUsers.filter(({ isOtlp }) => !isOtlp)
export const otlpRows = ofUsers.filter(({ isOtlp }) => isOtlp)
