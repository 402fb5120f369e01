import type { Endpoint } from '@muster/contract/endpoint'
import type { endpoints } from '@muster/contract/endpoints'
import { getActivity } from './analytics/activity.ts'
import { getAdoption } from './analytics/adoption.ts'
import { getCosts } from './analytics/costs.ts'
import { getDefinitions } from './analytics/definitions.ts'
import { deleteEvents } from './analytics/delete-events.ts'
import { getPrices } from './analytics/prices.ts'
import { getProductivity } from './analytics/productivity.ts'
import { recompute } from './analytics/recompute.ts'
import { refresh } from './analytics/refresh.ts'
import { getStatus } from './analytics/status.ts'
import { getTokens } from './analytics/tokens.ts'
import { getTools } from './analytics/tools.ts'
import { getUsers } from './analytics/users.ts'
import { getWork } from './analytics/work.ts'
import type { UnboundRoute } from './answer.ts'
import { createApiKey } from './api-keys/create.ts'
import { createToken } from './api-keys/create-token.ts'
import { listApiKeys } from './api-keys/list.ts'
import { revokeApiKey } from './api-keys/revoke.ts'
import { listAuditEntries } from './audit/list.ts'
import { checkLink } from './browser-sessions/check-link.ts'
import { createBrowserSession } from './browser-sessions/create.ts'
import { listBrowserSessions } from './browser-sessions/list.ts'
import { revokeBrowserSession } from './browser-sessions/revoke.ts'
import { signOut } from './browser-sessions/sign-out.ts'
import { getComputer } from './computers/get.ts'
import { getComputerByName } from './computers/get-by-name.ts'
import { listComputers } from './computers/list.ts'
import { registerComputer } from './computers/register.ts'
import { removeComputer } from './computers/remove.ts'
import { updateComputer } from './computers/update.ts'
import { getControls } from './controls/get.ts'
import { listControlChanges } from './controls/history.ts'
import { replaceControls } from './controls/replace.ts'
import { listLimits } from './limits/list.ts'
import { setLimits } from './limits/set.ts'
import { sendMcp } from './mcp/send.ts'
import { getMessage } from './messages/get.ts'
import { listMessages } from './messages/list.ts'
import { postMessage } from './messages/post.ts'
import { takeBackMessage } from './messages/take-back.ts'
import { createOrganization } from './operator/create-organization.ts'
import { getOrganization } from './organization/get.ts'
import { getMe } from './organization/me.ts'
import { getMyUsage } from './organization/my-usage.ts'
import { setMyPassword } from './organization/set-password.ts'
import { updateOrganization } from './organization/update.ts'
import { getContent } from './relay/content.ts'
import { getReport } from './reports/get.ts'
import { listReports } from './reports/list.ts'
import { publishReport } from './reports/publish.ts'
import { listRepositories } from './reports/repositories.ts'
import { getHealth } from './service/health.ts'
import { getJwks } from './service/jwks.ts'
import { getMetrics } from './service/metrics.ts'
import { getOpenApi, getOpenApiYaml } from './service/openapi.ts'
import { getReadiness } from './service/ready.ts'
import { createSession } from './sessions/create.ts'
import { decidePermission } from './sessions/decide-permission.ts'
import { watchSession, watchSessions } from './sessions/events.ts'
import { getSession } from './sessions/get.ts'
import { interruptSession } from './sessions/interrupt.ts'
import { listSessions } from './sessions/list.ts'
import { listPermissions } from './sessions/list-permissions.ts'
import { removeSession } from './sessions/remove.ts'
import { updateSession } from './sessions/update.ts'
import { receiveLogs, receiveMetrics, receiveTraces } from './telemetry/otlp.ts'
import { sendEvents } from './telemetry/send-events.ts'
import { createUserLink } from './users/create-link.ts'
import { inviteUser } from './users/invite.ts'
import { invitePeople } from './users/invite-people.ts'
import { listUsers } from './users/list.ts'
import { removeUser } from './users/remove.ts'
import { updateUser } from './users/update.ts'
import { createWebhook } from './webhooks/create.ts'
import { listWebhooks } from './webhooks/list.ts'
import { listDeliveries } from './webhooks/list-deliveries.ts'
import { removeWebhook } from './webhooks/remove.ts'
import { retryDelivery } from './webhooks/retry.ts'
import { rotateWebhookSecret } from './webhooks/rotate-secret.ts'
import { updateWebhook } from './webhooks/update.ts'

type Endpoints = typeof endpoints

/** The page of the reference (`service.docs`) is a file, which the HTTP server serves itself. */
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
