/** How an agent is made to talk to nobody but the stand-in model. */
export interface TrialAgent {
  readonly env: Readonly<Record<string, string>>
  /** Files to write into its home. */
  readonly files: Readonly<Record<string, string>>
  /** It asks us before it runs a command. One that does not must not be able to change anything. */
  readonly asks: boolean
  /** What it does without being allowed, at the level at which everything is asked. */
  readonly unasked: readonly ('reads a file' | 'runs a command that only prints')[]
  /** Its updates hold what its tools gave back. */
  readonly tellsOutput: boolean
}

export function trialAgents(model: string, isConfined = false): Readonly<Record<string, TrialAgent>> {
  return {
    claude: {
      env: {
        ANTHROPIC_BASE_URL: model,
        ANTHROPIC_API_KEY: 'sk-none',
        DISABLE_AUTOUPDATER: '1',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      },
      files: {},
      asks: true,
      unasked: [],
      tellsOutput: true,
    },
    codex: {
      env: { OPENAI_API_KEY: 'sk-none' },
      files: {
        // Which tools it offers depends on the name.
        '.codex/config.toml': `model = "gpt-5.5"
model_provider = "stand-in"
[model_providers.stand-in]
name = "stand-in"
base_url = "${model}/v1"
wire_api = "responses"
`,
      },
      // In the mode in which it may only read, its own sandbox keeps it from writing, and nobody is asked. That sandbox
      // cannot start in ours, so then it is told to ask.
      asks: isConfined,
      unasked: isConfined ? [] : ['reads a file', 'runs a command that only prints'],
      tellsOutput: true,
    },
    gemini: {
      env: { GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: model },
      files: { '.gemini/settings.json': '{"privacy": {"usageStatisticsEnabled": false}}' },
      asks: true,
      unasked: ['reads a file', 'runs a command that only prints'],
      tellsOutput: false,
    },
    qwen: {
      env: { OPENAI_API_KEY: 'sk-none', OPENAI_BASE_URL: `${model}/v1`, OPENAI_MODEL: 'stand-in' },
      files: { '.qwen/settings.json': '{"security": {"auth": {"selectedType": "openai"}}}' },
      asks: true,
      unasked: [],
      tellsOutput: true,
    },
    opencode: {
      env: {},
      files: { '.config/opencode/opencode.json': JSON.stringify(opencodeSettings(model)) },
      asks: true,
      unasked: [],
      tellsOutput: true,
    },
    copilot: {
      env: {
        COPILOT_OFFLINE: 'true',
        COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
        COPILOT_PROVIDER_API_KEY: 'sk-none',
        COPILOT_MODEL: 'gpt-5.4',
      },
      files: {},
      asks: true,
      unasked: ['reads a file'],
      tellsOutput: true,
    },
  }
}

function opencodeSettings(model: string) {
  const models = { 'stand-in': { name: 'Stand-in', limit: { context: 100_000, output: 8000 } } }
  const options = { baseURL: `${model}/v1`, apiKey: 'sk-none' }
  const provider = { 'stand-in': { npm: '@ai-sdk/openai-compatible', name: 'Stand-in', options, models } }
  return { model: 'stand-in/stand-in', autoupdate: false, provider }
}
