import { type Static, Type } from 'typebox'
import { AutonomyLevel, ReasoningEffort } from './enumerations.ts'
import { ModelPrice } from './prices/price.ts'
import { closed, Id, Identifier, IsoTime, JsonObject, mapOf, text, Url } from './schema.ts'
import { defaultableSettings, ModelId } from './session.ts'

/** What stands in every answer where a secret is stored. Sent back, it means "as it was". */
export const hiddenSecret = '***'

const Strings = Type.Optional(Type.Array(text(1, 2000), { maxItems: 10_000, hint: 'a list of strings' }))
const Flag = Type.Optional(Type.Boolean())
const Count = Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))
const Port = Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535, hint: 'a port from 1 to 65535' }))

export const CustomModel = closed({
  model: ModelId,
  baseUrl: Type.Optional(Url),
  apiKey: Type.Optional(text(1, 10_000)),
  provider: Type.Optional(Identifier),
  id: Type.Optional(Id),
  displayName: Type.Optional(text(1, 200)),
  index: Count,
  maxContextLimit: Count,
  thinkingMaxTokens: Count,
  maxOutputTokens: Count,
  enableThinking: Flag,
  noImageSupport: Flag,
  reasoningEffort: Type.Optional(ReasoningEffort),
  extraHeaders: Type.Optional(mapOf(text(0, 10_000))),
  extraArgs: Type.Optional(JsonObject),
})
export type CustomModel = Static<typeof CustomModel>

export const ModelPolicy = closed({
  allowedModelIds: Strings,
  blockedModelIds: Strings,
  allowedBaseUrls: Strings,
  allowCustomModels: Flag,
  allowAllFactoryModels: Flag,
  isFastModelsAllowed: Flag,
})
export type ModelPolicy = Static<typeof ModelPolicy>

const Sandbox = closed({
  enabled: Flag,
  mode: Type.Optional(Type.Enum(['per-command', 'per-session'])),
  filesystem: Type.Optional(closed({ allowWrite: Strings, allowRead: Strings, denyWrite: Strings, denyRead: Strings })),
  network: Type.Optional(
    closed({
      allowedDomains: Strings,
      allowUnixSockets: Strings,
      allowAllUnixSockets: Flag,
      allowLocalBinding: Flag,
      httpProxyPort: Port,
      socksProxyPort: Port,
    }),
  ),
})

export const ControlSettings = closed({
  sessionDefaultSettings: Type.Optional(closed(defaultableSettings)),
  maxAutonomyLevel: Type.Optional(AutonomyLevel),
  mcpAutonomyOverrides: Type.Optional(JsonObject),
  cloudSessionSync: Flag,
  wikiCloudSync: Flag,
  includeCoAuthoredByAgent: Flag,
  enableAgentShield: Flag,
  ideAutoConnect: Flag,
  commandAllowlist: Strings,
  commandDenylist: Strings,
  customModels: Type.Optional(Type.Array(CustomModel, { maxItems: 1000 })),
  modelPolicy: Type.Optional(ModelPolicy),
  mcpPolicy: Type.Optional(closed({ enabled: Type.Optional(Type.Boolean({ default: false })), allowlist: Strings })),
  missionPolicy: Type.Optional(
    closed({ restrictedAccess: Type.Optional(Type.Boolean({ default: false })), allowedUserIds: Strings }),
  ),
  /** From user id to the policy that this user has on top of the organization's. */
  userModelPolicies: Type.Optional(mapOf(ModelPolicy)),
  modelMultipliers: Type.Optional(
    mapOf(Type.Number({ minimum: 0, maximum: 1000, hint: 'a number from 0 to 1000' }), {
      maxProperties: 1000,
      hint: 'a map of at most 1000 models',
      'x-extension': true,
      description:
        'From model id to the credits of one billable token; 1 for models that are not named. A change counts for the whole calendar month (UTC) in which it is made.',
    }),
  ),
  modelPrices: Type.Optional(
    Type.Array(ModelPrice, {
      maxItems: 1000,
      hint: 'a list of at most 1000 prices',
      'x-extension': true,
      description:
        'What models cost this organization, in US dollars for a million tokens. They come before the list prices that Muster knows. The prices of one model must follow each other without a gap and without two for one day. A change reprices the past days that it is about.',
    }),
  ),
  enabledPlugins: Type.Optional(JsonObject),
  extraKnownMarketplaces: Type.Optional(JsonObject),
  strictKnownMarketplaces: Type.Optional(Type.Array(closed({ source: Identifier, repo: text(1, 2000) }))),
  networkPolicy: Type.Optional(
    closed({
      allowedIps: Type.Optional(
        Type.Array(Type.String({ format: 'ip-range', hint: 'an IP address or a range such as 10.0.0.0/8' }), {
          maxItems: 1000,
        }),
      ),
    }),
  ),
  sandbox: Type.Optional(Sandbox),
  /** What the command `muster` holds its users to on their own machines. */
  hooks: Type.Optional(closed({ allowProjectHooks: Flag }, { 'x-extension': true })),
  apiKeyPolicy: Type.Optional(
    closed(
      {
        maxLifetimeDays: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 3650, hint: 'a whole number of days from 1 to 3650' }),
        ),
        signInMakesLastingKeys: Flag,
      },
      {
        'x-extension': true,
        description:
          'For keys made from then on. `maxLifetimeDays`: how long a key lives at the most. `signInMakesLastingKeys`: people who signed in through OpenID may make keys that outlive their token.',
      },
    ),
  ),
  restrictMemberVisibility: Flag,
  managedComputersEnabled: Flag,
  byomComputersEnabled: Flag,
  sessionRetentionDays: Type.Optional(
    Type.Integer({ minimum: 14, maximum: 365, hint: 'a whole number of days from 14 to 365' }),
  ),
})
export type ControlSettings = Static<typeof ControlSettings>

/** One revision of the controls: the whole settings, who made them so, and when. */
export const ControlChange = Type.Object({
  revision: Type.Integer(),
  settings: ControlSettings,
  user: Type.Object({ id: Type.String(), email: Type.String(), name: Type.String() }),
  updatedAt: IsoTime,
})
export type ControlChange = Static<typeof ControlChange>
