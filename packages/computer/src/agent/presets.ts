import { fileURLToPath } from 'node:url'
import { agents } from '@muster/contract/agents'
import type { AgentPreset } from './preset.ts'

/** The prefix of the names of Copilot's modes. */
const sessionModes = 'https://agentclientprotocol.com/protocol/session-modes'

/** Codex runs commands in its own sandbox, which cannot start inside another one. */
const confinedCodex =
  'You are confined already, so your own sandbox cannot start. Run each command with sandbox_permissions "require_escalated": you stay confined, and somebody decides about it.'

/** Maps names in a folder to themselves. */
const below = (folder: string, names: string) =>
  Object.fromEntries(names.split(' ').map((name) => [`${folder}/${name}`, `${folder}/${name}`]))

/** The tested agents. Any other program that speaks the Agent Client Protocol works too. */
export const presets: readonly AgentPreset[] = [
  {
    id: 'claude',
    title: agents['claude-code'].title,
    command: 'claude-agent-acp',
    args: [],
    usage: 'prompt',
    modes: { ask: { mode: 'default' }, plan: { mode: 'plan' } },
    // Without this, it runs read-only commands without asking.
    sessionMeta: ({ includeCoAuthoredByAgent }) => {
      const ask = ['Bash', 'Read', 'Glob', 'Grep', 'LS', 'WebFetch', 'WebSearch']
      const coAuthored = includeCoAuthoredByAgent === undefined ? {} : { includeCoAuthoredBy: includeCoAuthoredByAgent }
      return { claudeCode: { options: { settings: { permissions: { ask }, ...coAuthored } } } }
    },
    signIn: 'claude, then /login; or set ANTHROPIC_API_KEY',
    install: 'npm install --global @anthropic-ai/claude-code @agentclientprotocol/claude-agent-acp',
    tested: ['0.90.0', '1.0.0'],
    hookAgent: 'claude-code',
    signedInFiles: ['.claude/.credentials.json'],
    keyVariables: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
    stateFolders: ['.claude'],
    // With CLAUDE_CONFIG_DIR set, it looks for `.claude.json` in that folder, too.
    userSettings: {
      ...below('.claude', 'CLAUDE.md agents commands hooks output-styles plugins rules settings.json skills'),
      '.claude/.claude.json': '.claude.json',
    },
    isSignInRenewed: true,
    confinedEnv: { CLAUDE_CONFIG_DIR: '~/.claude' },
  },
  {
    id: 'codex',
    title: agents.codex.title,
    command: 'codex-acp',
    args: [],
    usage: 'prompt',
    // In its default mode, `agent`, its own reviewer decides, and no person is asked.
    modes: { ask: { mode: 'read-only' }, plan: { collaboration_mode: 'plan' } },
    unasked: 'reads files and runs commands without asking, in a sandbox of its own in which nothing can be written',
    authenticate: [
      { method: 'api-key', variable: 'OPENAI_API_KEY' },
      { method: 'api-key', variable: 'CODEX_API_KEY' },
    ],
    signIn: 'codex login; or set OPENAI_API_KEY',
    install: 'npm install --global @openai/codex @agentclientprotocol/codex-acp',
    tested: ['2.0.0', '3.0.0'],
    hookAgent: 'codex',
    signedInFiles: ['.codex/auth.json'],
    keyVariables: ['OPENAI_API_KEY', 'CODEX_API_KEY'],
    stateFolders: ['.codex'],
    confinedEnv: { CODEX_CONFIG: JSON.stringify({ developer_instructions: confinedCodex }) },
    userSettings: below('.codex', 'AGENTS.md AGENTS.override.md agents config.toml hooks.json prompts rules skills'),
    isSignInRenewed: true,
  },
  {
    id: 'gemini',
    title: agents['gemini-cli'].title,
    command: 'gemini',
    args: ['--acp'],
    usage: 'prompt',
    titleIsCommand: true,
    modes: { ask: { mode: 'default' }, plan: { mode: 'plan' } },
    unasked: 'reads files and runs commands that only read without asking',
    authenticate: [{ method: 'gemini-api-key', variable: 'GEMINI_API_KEY' }],
    signIn: 'gemini, then /auth; or set GEMINI_API_KEY',
    install: 'npm install --global @google/gemini-cli',
    tested: ['0.50.0', '1.0.0'],
    hookAgent: 'gemini-cli',
    signedInFiles: ['.gemini/oauth_creds.json'],
    keyVariables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    stateFolders: ['.gemini'],
    userSettings: below('.gemini', '.env GEMINI.md agents commands extensions policies settings.json skills'),
  },
  {
    id: 'qwen',
    title: agents['qwen-code'].title,
    command: 'qwen',
    args: ['--acp'],
    usage: 'calls',
    inputHasCache: true,
    // It starts in the mode `auto`.
    modes: { ask: { mode: 'default' }, plan: { mode: 'plan' } },
    // Without this, it runs read-only commands without asking.
    settings: {
      variable: 'QWEN_CODE_SYSTEM_SETTINGS_PATH',
      file: fileURLToPath(new URL('./qwen-settings.json', import.meta.url)),
      unlessThereIs: '/etc/qwen-code/settings.json',
    },
    authenticate: [{ method: 'openai', variable: 'OPENAI_API_KEY' }],
    signIn: 'qwen, then /auth; or set OPENAI_API_KEY',
    install: 'npm install --global @qwen-code/qwen-code',
    tested: ['0.20.0', '1.0.0'],
    hookAgent: 'qwen-code',
    signedInFiles: ['.qwen/oauth_creds.json'],
    keyVariables: ['OPENAI_API_KEY'],
    stateFolders: ['.qwen'],
    userSettings: below('.qwen', '.env QWEN.md agents commands extensions settings.json skills'),
    isSignInRenewed: true,
  },
  {
    id: 'opencode',
    title: agents.opencode.title,
    command: 'opencode',
    args: ['acp'],
    // By default it allows everything without asking.
    env: {
      OPENCODE_PERMISSION:
        '{"edit":"ask","bash":"ask","webfetch":"ask","read":"ask","grep":"ask","glob":"ask","list":"ask"}',
    },
    usage: 'last-call',
    modes: { ask: { mode: 'build' }, plan: { mode: 'plan' } },
    signIn: 'opencode auth login',
    install: 'npm install --global opencode-ai',
    tested: ['1.10.0', '2.0.0'],
    hookAgent: 'opencode',
    signedInFiles: ['.local/share/opencode/auth.json'],
    // It reads its settings in `.config/opencode`, which the sandbox shows unchanged.
    stateFolders: ['.local/share/opencode'],
    projectFolder: '.opencode',
  },
  {
    id: 'copilot',
    title: agents.copilot.title,
    command: 'copilot',
    args: ['--acp'],
    usage: 'session',
    inputHasCache: true,
    modes: { ask: { mode: `${sessionModes}#agent`, allow_all: 'off' }, plan: { mode: `${sessionModes}#plan` } },
    unasked: 'reads and searches files without asking',
    signIn: 'copilot, then /login; or set GH_TOKEN',
    install: 'npm install --global @github/copilot',
    tested: ['1.0.90', '2.0.0'],
    hookAgent: 'copilot',
    signedInFiles: ['.copilot/config.json'],
    keyVariables: ['COPILOT_GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN'],
    stateFolders: ['.copilot'],
    userSettings: below(
      '.copilot',
      'agents copilot-instructions.md hooks lsp-config.json mcp-config.json settings.json skills',
    ),
  },
  {
    id: 'demo',
    title: 'Demo agent',
    command: process.execPath,
    args: [fileURLToPath(new URL('../demo/main.ts', import.meta.url))],
    usage: 'prompt',
    signIn: 'Nobody needs to.',
    install: 'It is a part of muster.',
    stateFolders: [],
  },
]

export function findPreset(id: string): AgentPreset | undefined {
  return presets.find((preset) => preset.id === id)
}

/** Any program that speaks the protocol, by its command line: words separated by spaces, with optional quotes. */
export function customAgent(commandLine: string): AgentPreset | undefined {
  const words = [...commandLine.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '')
  const [command, ...args] = words
  if (!command) return undefined
  const id = command.slice(command.lastIndexOf('/') + 1).slice(0, 64)
  return {
    id: id || 'custom',
    title: id || command,
    command,
    args,
    usage: 'prompt',
    signIn: 'See its own documentation.',
    install: 'See its own documentation.',
    stateFolders: [],
  }
}
