import type { TSchema } from 'typebox'
import { AdoptionRow, TeamAdoption } from '../adoption.ts'
import * as analytics from '../analytics.ts'
import { AnalyticsDefinitions } from '../analytics-definitions.ts'
import { AnalyticsRefresh, AnalyticsStatus, DataQuality } from '../analytics-status.ts'
import { AccessToken, ApiKey, CreateApiKey, CreatedApiKey, JsonWebKeySet } from '../api-key.ts'
import { AuditEntry } from '../audit-entry.ts'
import { CheckLink } from '../browser-session.ts'
import { Computer, ProvisioningStep, RegisterComputer, RegisteredComputer, UpdateComputer } from '../computer.ts'
import { ControlChange, ControlSettings, CustomModel, ModelPolicy } from '../controls.ts'
import { CostsByUserRow, CostsGroupRow, CostsRow, ModelCost } from '../costs.ts'
import * as enumerations from '../enumerations.ts'
import { Problem } from '../errors.ts'
import { SetUserLimits, SetUserLimitsResult, UserLimit } from '../limits.ts'
import * as messages from '../message.ts'
import * as organizations from '../organization.ts'
import { OwnMonth, OwnUsageRow } from '../own-usage.ts'
import { Pagination } from '../pagination.ts'
import { ModelPrice } from '../prices/price.ts'
import { PriceTable } from '../prices/price-table.ts'
import {
  CriterionEvaluation,
  PublishReport,
  ReadinessReport,
  ReportSummary,
  RepositoryReadiness,
  RepositoryTrend,
} from '../readiness-report.ts'
import {
  CreateSession,
  Session,
  SessionSettings,
  SessionSettingsInput,
  Tag,
  TokenUsage,
  UpdateSession,
} from '../session.ts'
import * as links from '../sign-in-link.ts'
import { Spend, SpendDriver, UnusualDay } from '../spend.ts'
import * as telemetry from '../telemetry.ts'
import * as webhooks from '../webhook.ts'
import { WorkGroupRow, WorkRow } from '../work.ts'
import { examples } from './examples.ts'
import type { JsonSchema } from './types.ts'

/**
 * The schemas that have a name in the document, each with a one-sentence description. Wherever one of them occurs in
 * another schema, the document refers to it instead of repeating it.
 */
export const namedSchemas: Readonly<Record<string, readonly [schema: TSchema, description: string]>> = {
  LinkInfo: [links.LinkInfo, 'What a one-time link is for.'],
  CreateLink: [links.CreateLink, 'What the new link is for.'],
  CreatedLink: [links.CreatedLink, 'A one-time link, to hand over to the person.'],
  InvitePeople: [links.InvitePeople, 'People to invite, one a line.'],
  Invitation: [links.Invitation, 'Somebody who was invited, and the link to hand over.'],
  SetPassword: [links.SetPassword, 'A new password.'],
  CheckLink: [CheckLink, 'The token of a link.'],
  Session: [Session, 'A conversation with an agent that runs on a computer.'],
  SessionSettings: [SessionSettings, 'The settings in force, and what the session has used so far.'],
  SessionSettingsInput: [SessionSettingsInput, 'The settings that a request may set.'],
  SessionStatus: [enumerations.SessionStatus, '`pending`: work is queued. `running`: the agent is at it.'],
  CreateSession: [CreateSession, 'A new session.'],
  UpdateSession: [UpdateSession, 'What changes in a session.'],
  Tag: [Tag, 'A label that users put on a session.'],
  TokenUsage: [TokenUsage, 'The tokens of a session, by kind.'],
  Message: [messages.Message, 'One message of a session, made of content blocks.'],
  MessageRole: [enumerations.MessageRole, 'Who speaks.'],
  ContentBlock: [messages.ContentBlock, 'One piece of a message; `type` says which.'],
  TextBlock: [messages.TextBlock, 'Text.'],
  ImageBlock: [messages.ImageBlock, 'An image that came with the message.'],
  DocumentBlock: [messages.DocumentBlock, 'A file that came with the message.'],
  ThinkingBlock: [messages.ThinkingBlock, 'What the model thought before it answered.'],
  ToolUseBlock: [messages.ToolUseBlock, 'The agent calls a tool.'],
  ToolResultBlock: [messages.ToolResultBlock, 'What the tool gave back.'],
  PostMessage: [messages.PostMessage, 'A message to the agent, with attachments.'],
  PostedMessage: [messages.PostedMessage, 'The id of the stored message, and the state of its session.'],
  ImageAttachment: [messages.ImageAttachment, 'An image, in base64.'],
  FileAttachment: [messages.FileAttachment, 'A PDF or text file, in base64.'],
  Computer: [Computer, 'A machine that runs sessions.'],
  RegisterComputer: [RegisterComputer, 'A new computer.'],
  RegisteredComputer: [RegisteredComputer, 'The computer, with the credential that is shown this once.'],
  UpdateComputer: [UpdateComputer, 'What changes in a computer.'],
  ComputerStatus: [enumerations.ComputerStatus, 'How far the computer is from running sessions.'],
  ProviderType: [enumerations.ProviderType, '`byom`: you bring the machine. `managed`: the organization runs it.'],
  ProvisioningStep: [ProvisioningStep, 'One step on the way to an active computer.'],
  Organization: [organizations.Organization, 'Who owns users, sessions, computers and reports.'],
  UpdateOrganization: [organizations.UpdateOrganization, 'What changes in the organization.'],
  CreateOrganization: [organizations.CreateOrganization, 'A new organization and its first owner.'],
  CreatedOrganization: [organizations.CreatedOrganization, 'With the owner’s first API key, shown this once.'],
  OrganizationUser: [organizations.OrganizationUser, 'A person in the organization.'],
  InviteUser: [organizations.InviteUser, 'A new user.'],
  UpdateUser: [organizations.UpdateUser, 'What changes in a user.'],
  Me: [organizations.Me, 'Who the bearer is. `scopes` is absent when the key may do all that its user may.'],
  Role: [enumerations.Role, 'What a user may do, most powerful first.'],
  ControlChange: [ControlChange, 'One revision of the enterprise controls, whole.'],
  ControlSettings: [ControlSettings, 'What the organization allows and demands. Secrets are shown as `***`.'],
  ModelPolicy: [ModelPolicy, 'Which models may be used.'],
  CustomModel: [CustomModel, 'A model that the organization brings itself.'],
  SetUserLimits: [SetUserLimits, 'Credit limits by e-mail address.'],
  SetUserLimitsResult: [SetUserLimitsResult, 'Which limits were set, and why others were not.'],
  UserLimit: [UserLimit, 'The credits of a user in this calendar month (UTC).'],
  ReadinessReport: [ReadinessReport, 'How ready a repository is for agents, criterion by criterion.'],
  PublishReport: [PublishReport, 'A report to publish.'],
  RepositoryReadiness: [RepositoryReadiness, 'A repository with its newest level and how it came there.'],
  RepositoryTrend: [RepositoryTrend, 'How the newest report compares with the one before.'],
  ReportSummary: [ReportSummary, 'What a report amounts to.'],
  CriterionEvaluation: [CriterionEvaluation, 'How many of the applications meet a criterion, and why.'],
  ApiKey: [ApiKey, 'What is known of an API key, without its secret.'],
  CreateApiKey: [CreateApiKey, 'A new API key.'],
  CreatedApiKey: [CreatedApiKey, 'The API key, with the secret that is shown this once.'],
  AccessToken: [AccessToken, 'A JWT to use as bearer until it expires.'],
  JsonWebKeySet: [JsonWebKeySet, 'A JSON Web Key Set (RFC 7517).'],
  Scope: [enumerations.Scope, 'What an API key may be used for.'],
  AuditEntry: [AuditEntry, 'One change: who made it, what it was, when, and from where.'],
  Webhook: [webhooks.Webhook, 'Where the organization wants to be told of what happens in sessions.'],
  WebhookWithSecret: [webhooks.WebhookWithSecret, 'The webhook, with the secret that is shown this once.'],
  CreateWebhook: [webhooks.CreateWebhook, 'A new webhook.'],
  UpdateWebhook: [webhooks.UpdateWebhook, 'What changes in a webhook.'],
  WebhookEvent: [webhooks.WebhookEvent, 'What a webhook is told of.'],
  Delivery: [webhooks.Delivery, 'One event for one webhook, and how sending it went.'],
  AutonomyLevel: [enumerations.AutonomyLevel, 'How much the agent does without asking, least first.'],
  AutonomyMode: [enumerations.AutonomyMode, 'How the agent works and how much it asks, in one word.'],
  InteractionMode: [enumerations.InteractionMode, 'Whether the agent acts, plans first, or leads a mission.'],
  ReasoningEffort: [enumerations.ReasoningEffort, 'How long the model thinks.'],
  TokensRow: [analytics.TokensRow, 'The tokens of a day.'],
  TokensByModelRow: [analytics.TokensByModelRow, 'The tokens of a model on a day.'],
  ModelTokens: [analytics.ModelTokens, 'The tokens of a model in one tier.'],
  UserTokens: [analytics.UserTokens, 'The tokens of a user, by model.'],
  ToolsRow: [
    analytics.ToolsRow,
    'The tools, MCP servers, skills, commands and hooks of a day, and how autonomous it was.',
  ],
  ToolsByNameRow: [analytics.ToolsByNameRow, 'The calls of a tool on a day.'],
  ActivityRow: [analytics.ActivityRow, 'Who was active on a day and in the windows that end with it.'],
  ActivityByClientRow: [analytics.ActivityByClientRow, 'Who was active on a day with one client.'],
  ProductivityRow: [analytics.ProductivityRow, 'The files, commits and pull requests of a day.'],
  UserRow: [analytics.UserRow, 'What a user did on a day.'],
  AnalyticsMeta: [analytics.AnalyticsMeta, 'The question that was answered.'],
  UsersMeta: [analytics.UsersMeta, 'The question that was answered, and where the next page begins.'],
  ModelTier: [analytics.ModelTier, '`thinking`: the model reasoned before it answered.'],
  DelegationLevel: [analytics.DelegationLevel, 'How much the agent did without asking, most autonomous first.'],
  AnalyticsStatus: [AnalyticsStatus, 'How far the numbers are complete.'],
  AnalyticsRefresh: [AnalyticsRefresh, 'What was computed.'],
  AnalyticsDefinitions: [AnalyticsDefinitions, 'What each number means.'],
  DataQuality: [DataQuality, 'What came in, and what could not be counted as it came.'],
  CostsRow: [CostsRow, 'What a day cost, as reported or estimated.'],
  CostsGroupRow: [CostsGroupRow, 'What a model, team, agent or repository cost on a day.'],
  CostsByUserRow: [CostsByUserRow, 'What a user cost on a day.'],
  ModelCost: [ModelCost, 'What a model cost.'],
  WorkRow: [WorkRow, 'What agents reported of their work on a day. Null is what none reported.'],
  WorkGroupRow: [WorkGroupRow, 'The same of one agent, team, repository or tool.'],
  OwnUsageRow: [OwnUsageRow, 'What the caller did on a day. `provisional`: it may still change.'],
  OwnMonth: [OwnMonth, 'The caller’s credits and money of this calendar month (UTC), up to now.'],
  AdoptionRow: [AdoptionRow, 'How many people use agents, and how steadily, in the 30 days that end with a day.'],
  TeamAdoption: [TeamAdoption, 'The same of one team.'],
  ModelPrice: [ModelPrice, 'What a model costs in a span of days, in US dollars for a million tokens.'],
  SpendDriver: [SpendDriver, 'What of the costs rose or fell.'],
  UnusualDay: [UnusualDay, 'A day beyond the usual spread of its weekday.'],
  Spend: [Spend, 'What a month costs, where it goes, and why.'],
  PriceTable: [PriceTable, 'The prices by which costs are estimated, those of the organization first.'],
  SendEvents: [telemetry.SendEvents, 'Usage events.'],
  UsageEventInput: [telemetry.UsageEventInput, 'One thing that an agent did; `type` says which.'],
  EventsReceipt: [telemetry.EventsReceipt, 'What became of each event.'],
  OtlpStatus: [telemetry.OtlpStatus, 'An error of the OpenTelemetry protocol, as `google.rpc.Status`.'],
  ClientType: [telemetry.ClientType, 'Where the agent was used.'],
  Pagination: [Pagination, 'Whether there is more, and the cursor that leads to it.'],
  Problem: [Problem, 'Every error, after RFC 9457. `code` is stable; `errors` names the fields at fault.'],
}

/** Keyed by structure and not by identity, because `Type.Optional` copies its schema. */
const nameOf = new Map(Object.entries(namedSchemas).map(([name, [schema]]) => [JSON.stringify(schema), name]))

export function componentSchemas(): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(namedSchemas).map(([name, [schema, description]]) => {
      const example = examples[name]
      return [name, { ...inline(schema), description, ...(example !== undefined && { examples: [example] }) }]
    }),
  )
}

/** The name of a schema in the document. */
export function nameOfSchema(schema: TSchema): string | undefined {
  return nameOf.get(JSON.stringify(schema))
}

/** A reference to a named schema, or the schema itself. */
export function schemaOf(schema: TSchema): JsonSchema {
  const name = nameOfSchema(schema)
  if (name) return { $ref: `#/components/schemas/${name}` }
  // A field may have its own title and description besides the reference.
  const { title, description, ...plain } = schema as JsonSchema
  const plainName = title === undefined ? undefined : nameOfSchema(plain as TSchema)
  if (!plainName) return inline(schema)
  return { $ref: `#/components/schemas/${plainName}`, title, ...(description !== undefined && { description }) }
}

/** Enumerations get a type, because client generators need one. */
function inline(schema: TSchema): JsonSchema {
  const { hint, wholeNumber, ...keywords } = schema as JsonSchema
  if (wholeNumber) return numberOrText(schema as JsonSchema)
  const description = describe(schema as JsonSchema)
  const result: JsonSchema = {}
  if (description) result.description = description
  if (keywords.enum && !keywords.type) result.type = 'string'
  for (const [keyword, value] of Object.entries(keywords)) result[keyword] ??= keywordOf(keyword, value)
  return result
}

/**
 * A text that holds an integer, such as a query parameter. On the wire it looks the same as a number, so the document
 * allows both, and a generated client accepts either.
 */
function numberOrText({ wholeNumber, pattern, maxLength, default: usual, ...rest }: JsonSchema): JsonSchema {
  const text = { type: 'string', pattern, ...(maxLength !== undefined && { maxLength }) }
  return {
    description: describe(rest),
    anyOf: [{ type: 'integer', ...(wholeNumber as object) }, text],
    ...(usual !== undefined && { default: Number(usual) }),
  }
}

/** `hint` completes "must be …", so it serves as a description unless it only repeats the limits beside it. */
function describe({ description, hint, ...keywords }: JsonSchema): string {
  const isRepetition = hint === `a string of ${keywords.minLength} to ${keywords.maxLength} characters`
  const sentence = typeof hint === 'string' && !isRepetition ? `${hint[0]?.toUpperCase()}${hint.slice(1)}.` : undefined
  return [description ?? sentence, keywords['x-extension'] === true && '*Extension.*'].filter(Boolean).join(' ')
}

/** Only these keywords contain schemas; all others, such as `default` or `enum`, contain data. */
function keywordOf(keyword: string, value: unknown): unknown {
  switch (keyword) {
    case 'properties':
    case 'patternProperties':
      return Object.fromEntries(Object.entries(value as object).map(([key, schema]) => [key, schemaOf(schema)]))
    case 'anyOf':
    case 'allOf':
    case 'oneOf':
    case 'prefixItems':
      return (value as TSchema[]).map(schemaOf)
    case 'items':
    case 'additionalProperties':
    case 'not':
      return typeof value === 'object' && value !== null ? schemaOf(value) : value
    default:
      return value
  }
}
