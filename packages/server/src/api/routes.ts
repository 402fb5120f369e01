import type { Endpoint } from '@muster/contract/endpoint'
import type { endpoints } from '@muster/contract/endpoints'
import type { UnboundRoute } from './answer.ts'
import { createApiKey } from './govern/api-keys/create.ts'
import { createToken } from './govern/api-keys/create-token.ts'
import { listApiKeys } from './govern/api-keys/list.ts'
import { revokeApiKey } from './govern/api-keys/revoke.ts'
import { listAuditEntries } from './govern/audit/list.ts'
import { checkLink } from './govern/browser-sessions/check-link.ts'
import { createBrowserSession } from './govern/browser-sessions/create.ts'
import { listBrowserSessions } from './govern/browser-sessions/list.ts'
import { revokeBrowserSession } from './govern/browser-sessions/revoke.ts'
import { signOut } from './govern/browser-sessions/sign-out.ts'
import { getControls } from './govern/controls/get.ts'
import { listControlChanges } from './govern/controls/history.ts'
import { replaceControls } from './govern/controls/replace.ts'
import { createOrganization } from './govern/operator/create-organization.ts'
import { getOrganization } from './govern/organization/get.ts'
import { getMe } from './govern/organization/me.ts'
import { getMyUsage } from './govern/organization/my-usage.ts'
import { setMyPassword } from './govern/organization/set-password.ts'
import { updateOrganization } from './govern/organization/update.ts'
import { createUserLink } from './govern/users/create-link.ts'
import { inviteUser } from './govern/users/invite.ts'
import { invitePeople } from './govern/users/invite-people.ts'
import { listUsers } from './govern/users/list.ts'
import { removeUser } from './govern/users/remove.ts'
import { updateUser } from './govern/users/update.ts'
import { getActivity } from './know/analytics/activity.ts'
import { getAdoption } from './know/analytics/adoption.ts'
import { getCosts } from './know/analytics/costs.ts'
import { getDefinitions } from './know/analytics/definitions.ts'
import { deleteEvents } from './know/analytics/delete-events.ts'
import { getPrices } from './know/analytics/prices.ts'
import { getProductivity } from './know/analytics/productivity.ts'
import { recompute } from './know/analytics/recompute.ts'
import { refresh } from './know/analytics/refresh.ts'
import { getSpend } from './know/analytics/spend.ts'
import { getStatus } from './know/analytics/status.ts'
import { getTokens } from './know/analytics/tokens.ts'
import { getTools } from './know/analytics/tools.ts'
import { getUsers } from './know/analytics/users.ts'
import { getWork } from './know/analytics/work.ts'
import { receiveLogs, receiveMetrics, receiveTraces } from './know/telemetry/otlp.ts'
import { sendEvents } from './know/telemetry/send-events.ts'
import { sendMcp } from './mcp/send.ts'
import { listLimits } from './money/limits/list.ts'
import { setLimits } from './money/limits/set.ts'
import { getReport } from './prepare/reports/get.ts'
import { listReports } from './prepare/reports/list.ts'
import { publishReport } from './prepare/reports/publish.ts'
import { listRepositories } from './prepare/reports/repositories.ts'
import { getComputer } from './run/computers/get.ts'
import { getComputerByName } from './run/computers/get-by-name.ts'
import { listComputers } from './run/computers/list.ts'
import { registerComputer } from './run/computers/register.ts'
import { removeComputer } from './run/computers/remove.ts'
import { updateComputer } from './run/computers/update.ts'
import { getMessage } from './run/messages/get.ts'
import { listMessages } from './run/messages/list.ts'
import { postMessage } from './run/messages/post.ts'
import { takeBackMessage } from './run/messages/take-back.ts'
import { getContent } from './run/relay/content.ts'
import { createSession } from './run/sessions/create.ts'
import { decidePermission } from './run/sessions/decide-permission.ts'
import { watchSession, watchSessions } from './run/sessions/events.ts'
import { getSession } from './run/sessions/get.ts'
import { interruptSession } from './run/sessions/interrupt.ts'
import { listSessions } from './run/sessions/list.ts'
import { listPermissions } from './run/sessions/list-permissions.ts'
import { removeSession } from './run/sessions/remove.ts'
import { updateSession } from './run/sessions/update.ts'
import { createWebhook } from './run/webhooks/create.ts'
import { listWebhooks } from './run/webhooks/list.ts'
import { listDeliveries } from './run/webhooks/list-deliveries.ts'
import { removeWebhook } from './run/webhooks/remove.ts'
import { retryDelivery } from './run/webhooks/retry.ts'
import { rotateWebhookSecret } from './run/webhooks/rotate-secret.ts'
import { updateWebhook } from './run/webhooks/update.ts'
import { getHealth } from './service/health.ts'
import { getJwks } from './service/jwks.ts'
import { getMetrics } from './service/metrics.ts'
import { getOpenApi, getOpenApiYaml } from './service/openapi.ts'
import { getReadiness } from './service/ready.ts'

type Endpoints = typeof endpoints

/** The page of the reference (`service.docs`) is a file, which the HTTP server itself serves. */
type Routes = {
  [Group in keyof Endpoints]: {
    [Name in Exclude<keyof Endpoints[Group], 'docs'>]: UnboundRoute<Extract<Endpoints[Group][Name], Endpoint>>
  }
}

/** The handler of every endpoint of the contract. A missing or misplaced one is a type error. */
export const routes = {
  analytics: {
    tokens: getTokens,
    tools: getTools,
    activity: getActivity,
    productivity: getProductivity,
    users: getUsers,
    costs: getCosts,
    work: getWork,
    adoption: getAdoption,
    spend: getSpend,
    status: getStatus,
    definitions: getDefinitions,
    prices: getPrices,
    refresh: refresh,
    recompute: recompute,
    deleteEvents: deleteEvents,
  },
  telemetry: {
    logs: receiveLogs,
    metrics: receiveMetrics,
    traces: receiveTraces,
    events: sendEvents,
  },
  apiKeys: {
    createToken: createToken,
    create: createApiKey,
    list: listApiKeys,
    revoke: revokeApiKey,
  },
  audit: {
    list: listAuditEntries,
  },
  browserSessions: {
    create: createBrowserSession,
    checkLink,
    list: listBrowserSessions,
    signOut: signOut,
    revoke: revokeBrowserSession,
  },
  computers: {
    getByName: getComputerByName,
    get: getComputer,
    list: listComputers,
    register: registerComputer,
    remove: removeComputer,
    update: updateComputer,
  },
  controls: {
    get: getControls,
    history: listControlChanges,
    replace: replaceControls,
  },
  limits: {
    list: listLimits,
    set: setLimits,
  },
  mcp: {
    send: sendMcp,
  },
  messages: {
    get: getMessage,
    list: listMessages,
    post: postMessage,
    takeBack: takeBackMessage,
  },
  operator: {
    createOrganization: createOrganization,
  },
  organization: {
    get: getOrganization,
    me: getMe,
    setPassword: setMyPassword,
    myUsage: getMyUsage,
    update: updateOrganization,
  },
  relay: {
    content: getContent,
  },
  reports: {
    get: getReport,
    list: listReports,
    repositories: listRepositories,
    publish: publishReport,
  },
  service: {
    health: getHealth,
    jwks: getJwks,
    metrics: getMetrics,
    openapi: getOpenApi,
    openapiYaml: getOpenApiYaml,
    ready: getReadiness,
  },
  sessions: {
    create: createSession,
    get: getSession,
    list: listSessions,
    events: watchSession,
    watchAll: watchSessions,
    interrupt: interruptSession,
    listPermissions: listPermissions,
    decidePermission: decidePermission,
    remove: removeSession,
    update: updateSession,
  },
  users: {
    invite: inviteUser,
    list: listUsers,
    invitePeople,
    createLink: createUserLink,
    remove: removeUser,
    update: updateUser,
  },
  webhooks: {
    list: listWebhooks,
    create: createWebhook,
    update: updateWebhook,
    rotateSecret: rotateWebhookSecret,
    remove: removeWebhook,
    deliveries: listDeliveries,
    retry: retryDelivery,
  },
} satisfies Routes
