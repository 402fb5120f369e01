import type { ApiKey, CreateApiKey } from '../api-key.ts'
import type { AuditEntry } from '../audit-entry.ts'
import type { Computer, RegisterComputer, UpdateComputer } from '../computer.ts'
import type { ControlChange, ControlSettings } from '../controls.ts'
import { hiddenSecret } from '../controls.ts'
import type { Problem } from '../errors.ts'
import type { SetUserLimits, SetUserLimitsResult, UserLimit } from '../limits.ts'
import type { Message, PostedMessage, PostMessage } from '../message.ts'
import type * as organizations from '../organization.ts'
import type { Pagination } from '../pagination.ts'
import type { PublishReport, ReadinessReport, ReportSummary, RepositoryReadiness } from '../readiness-report.ts'
import type { CreateSession, Session, UpdateSession } from '../session.ts'
import type { CreateWebhook, UpdateWebhook, Webhook, WebhookWithSecret } from '../webhook.ts'
import { analyticsExamples } from './examples-analytics.ts'
import { signInExamples } from './examples-sign-in.ts'
import { eventExamples } from './examples-telemetry.ts'
import { workExamples } from './examples-work.ts'

const sessionId = '019cd6f1-5a3e-7b1c-9f00-2d4a6c8e1b35'
const computerId = '019cd2c4-88f0-7d52-b1a4-90c3e7f5a216'
const userId = '019c9a10-0b7d-7e3f-8c21-5f6e7d8c9ba0'
const keyId = '019cd6a0-3c11-7f08-a5d2-b47e19c0f3d8'
const requestId = '019cd6f1-7e02-7a94-8b3d-c15f20e9d746'

/** A fake key whose secret has the length of a real one. */
const shownOnce = `mst_${keyId}_${'x'.repeat(43)}`

const apiKey: ApiKey = {
  id: keyId,
  name: 'nightly build',
  userId,
  scopes: ['sessions:read', 'sessions:write'],
  createdAt: '2026-03-10T09:00:00.000Z',
  expiresAt: '2031-03-10T09:00:00.000Z',
}

const computer: Computer = {
  id: computerId,
  name: 'build-01',
  providerType: 'byom',
  createdAt: 1_773_061_200_000,
  hostname: 'build-01.acme.example',
  status: 'active',
  remoteUser: 'agent',
}

const organization: organizations.Organization = {
  id: '019c9a10-0b70-7a11-b6c4-11d2f0a98e57',
  name: 'Acme',
  createdAt: '2026-02-26T14:00:00.000Z',
}

const user: organizations.OrganizationUser = {
  id: userId,
  email: 'ada@acme.example',
  createdAt: '2026-02-26T14:00:00.000Z',
  metadata: {},
  firstName: 'Ada',
  lastName: 'Okafor',
  lastSignInAt: '2026-03-10T08:55:12.000Z',
  role: 'owner',
}

const settings: ControlSettings = {
  maxAutonomyLevel: 'medium',
  commandDenylist: ['rm -rf /'],
  customModels: [{ model: 'house-coder', baseUrl: 'https://models.acme.example/v1', apiKey: hiddenSecret }],
  modelPolicy: { blockedModelIds: ['preview-model'], allowCustomModels: true },
  sessionRetentionDays: 90,
}

const report: PublishReport = {
  repoUrl: 'https://git.acme.example/shop/checkout',
  apps: { 'apps/api': { description: 'The checkout API' }, 'apps/web': { description: 'The checkout pages' } },
  report: { lint_config: { numerator: 1, denominator: 2, rationale: 'apps/web has no linter.' } },
  commitHash: '9f2c1e7ab4d05836e1c2f7a90b8d4e6531f0a2c7',
  branch: 'main',
  hasLocalChanges: false,
}

const reportSummary: ReportSummary = {
  reportId: '6f1c2b8e-4d3a-4f57-9a60-1e7d5c3b2a90',
  createdAt: 1_773_133_200_000,
  level: 2,
  passed: 31,
  total: 58,
}

const session: Session = {
  sessionId,
  status: 'running',
  messageCount: 4,
  createdAt: 1_773_135_000_000,
  updatedAt: 1_773_135_180_000,
  title: 'Fix the flaky checkout test',
  computerId,
  sessionSettings: {
    model: 'house-coder',
    autonomyLevel: 'medium',
    tags: [{ name: 'checkout' }],
    tokenUsage: {
      inputTokens: 18_240,
      outputTokens: 2_115,
      cacheCreationTokens: 6_000,
      cacheReadTokens: 41_300,
      thinkingTokens: 640,
    },
  },
  agentModel: 'house-coder',
  outcome: 'completed',
  cost: { amount: 0.0841, currency: 'USD', source: 'estimated', unpricedTokens: 0 },
}

const webhook: Webhook = {
  id: '019cd6f3-1c52-7d80-8a4e-3f9b5d7c2e10',
  url: 'https://hooks.acme.example/muster',
  description: 'Tells the chat of the team',
  events: ['turn.ended', 'permission.requested'],
  enabled: true,
  createdAt: 1_773_135_000_000,
  updatedAt: 1_773_135_000_000,
}

/** Examples by schema name: every resource, and every body that a reader may want to send. */
export const examples: Readonly<Record<string, unknown>> = {
  ...analyticsExamples,
  ...workExamples,
  ...eventExamples,
  Session: session,
  CreateSession: {
    computerId,
    sessionSettings: { model: 'house-coder', autonomyLevel: 'medium' },
    title: 'Fix the flaky checkout test',
  } satisfies CreateSession,
  UpdateSession: { sessionSettings: { autonomyLevel: 'low' } } satisfies UpdateSession,
  Message: {
    id: '019cd6f2-01b4-7c6d-9e58-7a0f3b2c4d61',
    role: 'assistant',
    content: [
      { type: 'text', id: 'block-1', text: 'The test waits for a fixed second. I will wait for the event instead.' },
      { type: 'tool_use', id: 'block-2', name: 'edit', input: { path: 'test/checkout.test.ts' } },
    ],
    createdAt: 1_773_135_060_000,
    updatedAt: 1_773_135_062_000,
  } satisfies Message,
  PostMessage: { text: 'Why does test/checkout.test.ts fail now and then?' } satisfies PostMessage,
  PostedMessage: { messageId: '019cd6f1-9d40-7e22-a3b7-4c5d6e7f8091', status: 'pending' } satisfies PostedMessage,
  Computer: computer,
  RegisterComputer: { name: 'build-01', hostname: 'build-01.acme.example' } satisfies RegisterComputer,
  RegisteredComputer: { ...computer, status: 'provisioning', credential: 'shown-this-once' },
  UpdateComputer: { name: 'build-02' } satisfies UpdateComputer,
  Organization: organization,
  UpdateOrganization: { name: 'Acme Works' } satisfies organizations.UpdateOrganization,
  CreateOrganization: { name: 'Acme', ownerEmail: user.email } satisfies organizations.CreateOrganization,
  CreatedOrganization: { organization, owner: user, apiKey: shownOnce } satisfies organizations.CreatedOrganization,
  OrganizationUser: user,
  InviteUser: { email: 'lin@acme.example', role: 'member', firstName: 'Lin' } satisfies organizations.InviteUser,
  ...signInExamples,
  UpdateUser: { role: 'manager' } satisfies organizations.UpdateUser,
  Me: { user, organization } satisfies organizations.Me,
  // A request contains the key; answers hide it.
  ControlSettings: {
    ...settings,
    customModels: [{ model: 'house-coder', baseUrl: 'https://models.acme.example/v1', apiKey: 'the key of the model' }],
  } satisfies ControlSettings,
  ControlChange: {
    revision: 7,
    settings,
    user: { id: userId, email: user.email, name: 'Ada Okafor' },
    updatedAt: '2026-03-10T09:20:00.000Z',
  } satisfies ControlChange,
  SetUserLimits: { users: [{ email: 'lin@acme.example', limit: 5_000 }] } satisfies SetUserLimits,
  SetUserLimitsResult: {
    updated: [{ email: 'lin@acme.example', limit: 5_000 }],
    errors: [],
  } satisfies SetUserLimitsResult,
  UserLimit: { email: 'lin@acme.example', limit: 5_000, used: 1_280 } satisfies UserLimit,
  PublishReport: report,
  ReadinessReport: {
    reportId: '6f1c2b8e-4d3a-4f57-9a60-1e7d5c3b2a90',
    createdAt: 1_773_133_200_000,
    ...report,
  } satisfies ReadinessReport,
  ReportSummary: reportSummary,
  RepositoryReadiness: {
    repoId: '019cd6c0-2b7e-7d11-9c45-8f3a1e2d4c5b',
    repoUrl: report.repoUrl,
    level: 2,
    trend: 'new',
    branch: 'main',
    commitHash: '9f2c1e7ab4d05836e1c2f7a90b8d4e6531f0a2c7',
    reportCount: 1,
    history: [reportSummary],
  } satisfies RepositoryReadiness,
  ApiKey: {
    ...apiKey,
    lastUsedAt: '2026-03-10T09:30:00.000Z',
    lastEventAt: '2026-03-10T09:30:00.000Z',
  } satisfies ApiKey,
  CreateApiKey: {
    name: 'nightly build',
    scopes: ['sessions:read', 'sessions:write'],
    expiresAt: '2031-03-10T09:00:00.000Z',
  } satisfies CreateApiKey,
  CreatedApiKey: { ...apiKey, key: shownOnce },
  AccessToken: { token: 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIuLi4ifQ.c2lnbmF0dXJl', expiresAt: '2026-03-10T10:00:00.000Z' },
  JsonWebKeySet: {
    keys: [
      {
        kty: 'OKP',
        crv: 'Ed25519',
        x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
        kid: 'FdFYFzERwC2uCBB46pZQi4GG85LujR8obt-KWRBICVQ',
        alg: 'EdDSA',
        use: 'sig',
      },
    ],
  },
  AuditEntry: {
    id: '019cd6f1-5a40-7c03-8d1e-6b5a49382716',
    at: '2026-03-10T09:30:00.000Z',
    action: 'session.create',
    target: { type: 'session', id: sessionId },
    actor: { userId, email: user.email, apiKeyId: keyId },
    changes: { computerId },
    address: '10.20.0.14',
    requestId,
  } satisfies AuditEntry,
  Webhook: webhook,
  WebhookWithSecret: { ...webhook, secret: `whsec_${'x'.repeat(43)}=` } satisfies WebhookWithSecret,
  CreateWebhook: {
    url: webhook.url,
    description: 'Tells the chat of the team',
    events: ['turn.ended', 'permission.requested'],
  } satisfies CreateWebhook,
  UpdateWebhook: { events: ['turn.ended'], enabled: true } satisfies UpdateWebhook,
  Pagination: { hasMore: false, nextCursor: null } satisfies Pagination,
  Problem: {
    title: 'Session not found',
    detail: 'There is no session with this id that you can see.',
    status: 404,
    requestId,
    code: 'session_not_found',
  } satisfies Problem,
}
