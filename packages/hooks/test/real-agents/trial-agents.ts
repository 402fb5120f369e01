/** How an agent is started so that it talks to nobody but the stand-in model. */
export interface TrialAgent {
  /** The variable that says where the agent is installed. */
  readonly variable: string
  env(model: string): Readonly<Record<string, string>>
  /** Files to write into its home. */
  files(model: string): Readonly<Record<string, string>>
  arguments(prompt: string): readonly string[]
}

export const trialAgents: Readonly<Record<string, TrialAgent>> = {
  'claude-code': {
    variable: 'MUSTER_TRY_CLAUDE_CODE',
    env: (model) => ({
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'sk-none',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    }),
    files: () => ({}),
    arguments: (prompt) => ['-p', prompt, '--permission-mode', 'acceptEdits', '--allowedTools', 'Bash'],
  },
  codex: {
    variable: 'MUSTER_TRY_CODEX',
    env: () => ({}),
    files: (model) => ({
      '.codex/config.toml': `model = "stand-in"
model_provider = "stand-in"
[model_providers.stand-in]
name = "stand-in"
base_url = "${model}/v1"
wire_api = "responses"
`,
    }),
    arguments: (prompt) => [
      'exec',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
      '--dangerously-bypass-hook-trust',
      prompt,
    ],
  },
  'gemini-cli': {
    variable: 'MUSTER_TRY_GEMINI_CLI',
    env: (model) => ({
      GEMINI_API_KEY: 'none',
      GOOGLE_GEMINI_BASE_URL: model,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
    files: () => ({
      '.gemini/settings.json':
        '{"security": {"auth": {"selectedType": "gemini-api-key"}}, "privacy": {"usageStatisticsEnabled": false}}',
    }),
    arguments: (prompt) => ['--yolo', '-p', prompt],
  },
}
