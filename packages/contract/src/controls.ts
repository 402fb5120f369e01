import { type Static, Type } from 'typebox'
import { AutonomyLevel, ReasoningEffort } from './enumerations.ts'
import { ModelPrice } from './prices/price.ts'
import { closed, Id, Identifier, IsoTime, JsonObject, mapOf, setting, text, Url } from './schema.ts'
import { defaultableSettings, ModelId } from './session.ts'

/** Replaces a stored secret in every answer. A client that sends it back keeps the stored secret. */
export const hiddenSecret = '***'

const Strings = Type.Array(text(1, 2000), { maxItems: 10_000, hint: 'a list of strings' })
const Flag = Type.Boolean()
const Count = Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))
const Port = Type.Integer({ minimum: 1, maximum: 65_535, hint: 'a port from 1 to 65535' })
const Addresses = Type.Array(Type.String({ format: 'ip-range', hint: 'an IP address or a range such as 10.0.0.0/8' }), {
  maxItems: 1000,
})

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
  enableThinking: Type.Optional(Flag),
  noImageSupport: Type.Optional(Flag),
  reasoningEffort: Type.Optional(ReasoningEffort),
  extraHeaders: Type.Optional(mapOf(text(0, 10_000))),
  extraArgs: Type.Optional(JsonObject),
})
export type CustomModel = Static<typeof CustomModel>

export const ModelPolicy = closed({
  allowedModelIds: setting(
    Strings,
    'Allowed models',
    'Only these models may be used. While the list is empty, every model may.',
  ),
  blockedModelIds: setting(Strings, 'Blocked models', 'These models may not be used, even if they are allowed above.'),
  allowedBaseUrls: setting(
    Strings,
    'Addresses of custom models',
    'Custom models may only be reached at these addresses.',
  ),
  allowCustomModels: setting(Flag, 'Allow custom models', 'People may use the custom models that are listed below.'),
  allowAllFactoryModels: setting(
    Flag,
    'All built-in models',
    'Every model that agents bring along may be used, whatever the list of allowed models says.',
  ),
  isFastModelsAllowed: setting(Flag, 'Fast variants', 'The faster and dearer variants of models may be used.'),
})
export type ModelPolicy = Static<typeof ModelPolicy>

const Filesystem = closed({
  allowWrite: setting(Strings, 'May write', 'Folders in which commands may write.'),
  allowRead: setting(Strings, 'May read', 'Folders that commands may read although a line beside forbids it.'),
  denyWrite: setting(Strings, 'May not write', 'Folders in which commands may not write.'),
  denyRead: setting(Strings, 'May not read', 'Folders that commands may not read.'),
})

const Network = closed({
  allowedDomains: setting(Strings, 'Allowed domains', 'Commands reach these domains and no others.'),
  allowUnixSockets: setting(Strings, 'Allowed Unix sockets', 'Paths of sockets that commands may use.'),
  allowAllUnixSockets: setting(Flag, 'All Unix sockets', 'Commands may use every socket of the computer.'),
  allowLocalBinding: setting(Flag, 'Local servers', 'Commands may listen on ports of the computer itself.'),
  httpProxyPort: setting(Port, 'Port of the HTTP proxy', 'Commands go out through the proxy on this port.'),
  socksProxyPort: setting(Port, 'Port of the SOCKS proxy', 'Commands go out through the proxy on this port.'),
})

const Sandbox = closed({
  enabled: setting(Flag, 'Use the sandbox', 'Agents and their commands are confined on the computers that run them.'),
  mode: setting(
    Type.Enum(['per-command', 'per-session']),
    'Scope',
    'For agents that read it: whether each command or the whole session is confined.',
  ),
  filesystem: setting(Filesystem, 'Files'),
  network: setting(Network, 'Network'),
})

const McpPolicy = closed({
  enabled: setting(
    Type.Boolean({ default: false }),
    'Only listed servers',
    'Agents may use the MCP servers of the list, and no others.',
  ),
  allowlist: setting(Strings, 'Listed servers', 'Names or addresses of servers that agents may use.'),
})

const MissionPolicy = closed({
  restrictedAccess: setting(
    Type.Boolean({ default: false }),
    'Only listed people',
    'Missions are for the people of the list; everybody else is refused.',
  ),
  allowedUserIds: setting(Strings, 'Listed people', 'Ids of the users who may start missions.'),
})

const KeyPolicy = closed(
  {
    maxLifetimeDays: setting(
      Type.Integer({ minimum: 1, maximum: 3650, hint: 'a whole number of days from 1 to 3650' }),
      'Longest life in days',
      'No new key lives longer.',
    ),
    signInMakesLastingKeys: setting(
      Flag,
      'Lasting keys after OpenID',
      'People who signed in through OpenID may make keys that outlive their token.',
    ),
  },
  { 'x-extension': true },
)

export const ControlSettings = closed({
  sessionDefaultSettings: setting(
    closed(defaultableSettings),
    'Defaults of new sessions',
    'They fill in what a new session does not set itself.',
  ),
  maxAutonomyLevel: setting(
    AutonomyLevel,
    'Highest autonomy',
    'The most that agents may do without asking. Sessions that ask for more get this.',
  ),
  mcpAutonomyOverrides: setting(
    JsonObject,
    'Autonomy of MCP tools',
    'From the name of an MCP server to the autonomy level that holds for its tools.',
  ),
  cloudSessionSync: setting(
    Flag,
    'Keep sessions here',
    'For agents that read it: sessions on people’s machines are sent here.',
  ),
  wikiCloudSync: setting(Flag, 'Keep wikis here', 'For agents that read it: wikis of repositories are sent here.'),
  includeCoAuthoredByAgent: setting(
    Flag,
    'Name the agent in commits',
    'For agents that read it: commits get a line that names the agent.',
  ),
  enableAgentShield: setting(Flag, 'Agent shield', 'For agents that read it: their protection against misuse is on.'),
  ideAutoConnect: setting(
    Flag,
    'Connect to the editor',
    'For agents that read it: they connect to a running editor by themselves.',
  ),
  commandAllowlist: setting(Strings, 'Commands without a question', 'Agents run these commands without asking.'),
  commandDenylist: setting(Strings, 'Forbidden commands', 'Agents never run these commands, whatever their autonomy.'),
  customModels: setting(
    Type.Array(CustomModel, { maxItems: 1000 }),
    'Custom models',
    'Models of your own: name, address, key and bounds of each.',
  ),
  modelPolicy: setting(ModelPolicy, 'Models', 'Which models the organization may use.'),
  mcpPolicy: setting(McpPolicy, 'MCP servers', 'Which MCP servers agents may use.'),
  missionPolicy: setting(MissionPolicy, 'Missions', 'Who may let agents work on large tasks by themselves.'),
  userModelPolicies: setting(
    mapOf(ModelPolicy),
    'Models of single people',
    'From user id to the policy that narrows the organization’s for this user.',
  ),
  modelMultipliers: setting(
    mapOf(Type.Number({ minimum: 0, maximum: 1000, hint: 'a number from 0 to 1000' }), {
      maxProperties: 1000,
      hint: 'a map of at most 1000 models',
      'x-extension': true,
    }),
    'Credits for a token',
    'From model id to the credits of one billable token; 1 for models that are not named. A change counts for the whole calendar month (UTC) in which it is made.',
  ),
  modelPrices: setting(
    Type.Array(ModelPrice, { maxItems: 1000, hint: 'a list of at most 1000 prices', 'x-extension': true }),
    'Prices of models',
    'What models cost this organization, in US dollars for a million tokens. They come before the list prices that Muster knows. The prices of one model must follow each other without a gap and without two for one day. A change reprices the past days that it is about.',
  ),
  enabledPlugins: setting(
    JsonObject,
    'Plugins',
    'For agents that read it: from the name of a plugin to whether it is loaded.',
  ),
  extraKnownMarketplaces: setting(
    JsonObject,
    'Further marketplaces',
    'For agents that read it: from a name to where its plugins are.',
  ),
  strictKnownMarketplaces: setting(
    Type.Array(closed({ source: Identifier, repo: text(1, 2000) })),
    'Only these marketplaces',
    'For agents that read it: plugins come from these marketplaces and no others.',
  ),
  networkPolicy: setting(
    closed({
      allowedIps: setting(
        Addresses,
        'Allowed IP addresses',
        'People and computers at other addresses are refused. Yours must be among them, or you lock yourself out.',
      ),
    }),
    'Where requests come from',
  ),
  sandbox: setting(Sandbox, 'Sandbox', 'What agents and their commands can reach on a computer.'),
  hooks: setting(
    closed(
      {
        allowProjectHooks: setting(
          Flag,
          'Hooks of projects',
          'The command muster runs the hooks of projects that people trust. If not, it runs none.',
        ),
      },
      { 'x-extension': true },
    ),
    'Hooks',
    'What the command muster holds its users to on their own machines.',
  ),
  apiKeyPolicy: setting(KeyPolicy, 'API keys', 'For keys that are made from now on.'),
  restrictMemberVisibility: setting(
    Flag,
    'Members see only themselves',
    'Members do not see who else is in the organization.',
  ),
  managedComputersEnabled: setting(
    Flag,
    'Managed computers',
    'Owners and managers may let this service run computers on its own host.',
  ),
  byomComputersEnabled: setting(Flag, 'Own computers', 'People may let their own machines join, and use them.'),
  sessionRetentionDays: setting(
    Type.Integer({ minimum: 14, maximum: 365, hint: 'a whole number of days from 14 to 365' }),
    'Keep sessions for so many days',
    'Idle sessions that nobody touched for longer are deleted.',
  ),
})
export type ControlSettings = Static<typeof ControlSettings>

/** One revision of the controls: all settings, who saved them, and when. */
export const ControlChange = Type.Object({
  revision: Type.Integer(),
  settings: ControlSettings,
  user: Type.Object({ id: Type.String(), email: Type.String(), name: Type.String() }),
  updatedAt: IsoTime,
})
export type ControlChange = Static<typeof ControlChange>
