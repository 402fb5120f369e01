import type { ControlSettings } from '@muster/contract/controls'

export const secrets = {
  apiKey: 'sk-custom-model-0123456789',
  header: 'Bearer header-value-0123456789',
  otherHeader: 'another-header-value-0123456789',
}

/** Every field of the settings, so that none can be lost on the way. */
export const everySetting: ControlSettings = {
  sessionDefaultSettings: {
    model: 'model-a',
    reasoningEffort: 'high',
    interactionMode: 'spec',
    autonomyLevel: 'low',
    autonomyMode: 'auto-low',
    specModeModel: 'model-b',
    specModeReasoningEffort: 'none',
  },
  maxAutonomyLevel: 'medium',
  mcpAutonomyOverrides: { github: 'low', nested: { a: [1, 2.5, null, true, 'é😀'] } },
  cloudSessionSync: true,
  wikiCloudSync: false,
  includeCoAuthoredByAgent: true,
  enableAgentShield: false,
  ideAutoConnect: true,
  commandAllowlist: ['ls', 'git status'],
  commandDenylist: ['rm -rf /'],
  customModels: [
    {
      model: 'llama',
      baseUrl: 'https://models.example.com/v1',
      apiKey: secrets.apiKey,
      provider: 'generic-chat-completion-api',
      id: 'custom-1',
      displayName: 'Our llama',
      index: 0,
      maxContextLimit: 128_000,
      thinkingMaxTokens: 4096,
      maxOutputTokens: 8192,
      enableThinking: true,
      noImageSupport: false,
      reasoningEffort: 'medium',
      extraHeaders: { Authorization: secrets.header, 'X-Other': secrets.otherHeader },
      extraArgs: { temperature: 0.5, stop: ['a'] },
    },
    { model: 'bare' },
  ],
  modelPolicy: {
    allowedModelIds: ['model-a', 'model-b'],
    blockedModelIds: ['model-c'],
    allowedBaseUrls: ['https://models.example.com'],
    allowCustomModels: true,
    allowAllFactoryModels: false,
    isFastModelsAllowed: false,
  },
  mcpPolicy: { enabled: true, allowlist: ['github'] },
  missionPolicy: { restrictedAccess: true, allowedUserIds: ['018f0000-0000-7000-8000-000000000000'] },
  modelPrices: [
    {
      model: 'llama',
      from: '2026-01-14',
      to: '2026-06-30',
      input: 0.2,
      output: 0.6,
      cacheRead: 0.02,
      cacheWrite: 0.25,
      cacheWriteHour: 0.4,
      long: [{ above: 128_000, input: 0.4, output: 1.2 }],
    },
  ],
  modelMultipliers: { 'opus-5': 5, 'haiku-5': 0.25 },
  userModelPolicies: { '018f0000-0000-7000-8000-000000000000': { blockedModelIds: ['model-b'] } },
  enabledPlugins: { 'plugin@market': true },
  extraKnownMarketplaces: { market: { source: { source: 'github', repo: 'acme/market' } } },
  strictKnownMarketplaces: [{ source: 'github', repo: 'acme/market' }],
  networkPolicy: { allowedIps: ['127.0.0.1', '10.0.0.0/8', '::1', '2001:db8::/32'] },
  sandbox: {
    enabled: true,
    mode: 'per-command',
    filesystem: { allowWrite: ['/tmp'], allowRead: ['/'], denyWrite: ['/etc'], denyRead: ['/root'] },
    network: {
      allowedDomains: ['example.com'],
      allowUnixSockets: ['/run/docker.sock'],
      allowAllUnixSockets: false,
      allowLocalBinding: true,
      httpProxyPort: 8080,
      socksProxyPort: 1080,
    },
  },
  hooks: { allowProjectHooks: false },
  apiKeyPolicy: { maxLifetimeDays: 90, signInMakesLastingKeys: true },
  restrictMemberVisibility: true,
  managedComputersEnabled: true,
  byomComputersEnabled: true,
  sessionRetentionDays: 30,
}

/** The same as every answer shows it. */
export const everySettingShown: ControlSettings = {
  ...everySetting,
  customModels:
    everySetting.customModels?.map((model) => ({
      ...model,
      ...(model.apiKey !== undefined && { apiKey: '***' }),
      ...(model.extraHeaders && { extraHeaders: { Authorization: '***', 'X-Other': '***' } }),
    })) ?? [],
}
