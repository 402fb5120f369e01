import type { TrialAgent } from './trial-agents.ts'

/** How an agent gets to know Muster, as docs/mcp.md says it, and how it is asked one thing without a person. */
export interface McpEntry {
  /** The program of npm that is looked for in the path. */
  readonly program: string
  readonly install: string
  /** A file of its home, with what stands there for each way. */
  readonly settings?: { readonly path: string; readonly stdio: string; readonly http: string }
  /** Commands that do the same. */
  readonly add?: { readonly stdio: readonly string[]; readonly http: readonly string[] }
  /** What makes it offer all tools at once, instead of letting its model search for them. */
  readonly env?: Readonly<Record<string, string>>
  /** Lists the servers that it knows. */
  readonly list: readonly string[]
  readonly ask: (prompt: string) => readonly string[]
}

/** `address` is that of the service; the key is in MUSTER_API_KEY. */
export function mcpEntries(
  address: string,
  key: string,
  model: TrialAgent['files'],
): Readonly<Record<string, McpEntry>> {
  const url = `${address}/mcp`
  const local = { command: 'muster', args: ['mcp'] }
  const gemini = (path: string, security?: object) => {
    const known = { ...JSON.parse(model[path] ?? '{}'), ...(security && { security }) }
    const remote = { httpUrl: url, headers: { Authorization: 'Bearer $MUSTER_API_KEY' } }
    return {
      path,
      stdio: JSON.stringify({
        ...known,
        mcpServers: { muster: { ...local, env: { MUSTER_API_KEY: '$MUSTER_API_KEY' } } },
      }),
      http: JSON.stringify({ ...known, mcpServers: { muster: remote } }),
    }
  }
  const codex = model['.codex/config.toml'] ?? ''
  const opencode = JSON.parse(model['.config/opencode/opencode.json'] ?? '{}')
  const opencodeLocal = { type: 'local', command: ['muster', 'mcp'], enabled: true }
  const opencodeRemote = { type: 'remote', url, headers: { Authorization: 'Bearer {env:MUSTER_API_KEY}' } }
  const copilotLocal = { type: 'local', ...local, tools: ['*'] }
  const copilotRemote = { type: 'http', url, headers: { Authorization: `Bearer ${key}` }, tools: ['*'] }
  return {
    claude: {
      program: 'claude',
      install: 'npm install @anthropic-ai/claude-code',
      add: {
        stdio: ['mcp', 'add', 'muster', '--', 'muster', 'mcp'],
        http: ['mcp', 'add', '--transport', 'http', 'muster', url, '--header', `Authorization: Bearer ${key}`],
      },
      list: ['mcp', 'list'],
      env: { ENABLE_TOOL_SEARCH: 'false' },
      ask: (prompt) => ['-p', prompt, '--allowedTools', 'mcp__muster'],
    },
    codex: {
      program: 'codex',
      install: 'npm install @openai/codex',
      settings: {
        path: '.codex/config.toml',
        stdio: `${codex}\n[mcp_servers.muster]\ncommand = "muster"\nargs = ["mcp"]\nenv_vars = ["MUSTER_API_KEY", "MUSTER_API_URL"]\nrequired = true\n`,
        http: `${codex}\n[mcp_servers.muster]\nurl = "${url}"\nbearer_token_env_var = "MUSTER_API_KEY"\n`,
      },
      list: ['mcp', 'list'],
      ask: (prompt) => ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', prompt],
    },
    gemini: {
      program: 'gemini',
      install: 'npm install @google/gemini-cli',
      settings: gemini('.gemini/settings.json', {
        folderTrust: { enabled: false },
        auth: { selectedType: 'gemini-api-key' },
      }),
      list: ['mcp', 'list'],
      ask: (prompt) => ['--skip-trust', '--yolo', '-p', prompt],
    },
    qwen: {
      program: 'qwen',
      install: 'npm install @qwen-code/qwen-code',
      settings: gemini('.qwen/settings.json'),
      list: ['mcp', 'list'],
      ask: (prompt) => ['--yolo', '-p', prompt],
    },
    copilot: {
      program: 'copilot',
      install: 'npm install @github/copilot',
      settings: {
        path: '.copilot/mcp-config.json',
        stdio: JSON.stringify({ mcpServers: { muster: copilotLocal } }),
        http: JSON.stringify({ mcpServers: { muster: copilotRemote } }),
      },
      list: ['mcp', 'list'],
      ask: (prompt) => ['--allow-all-tools', '-p', prompt],
    },
    opencode: {
      program: 'opencode',
      install: 'npm install opencode-ai',
      settings: {
        path: '.config/opencode/opencode.json',
        stdio: JSON.stringify({ ...opencode, mcp: { muster: opencodeLocal } }),
        http: JSON.stringify({ ...opencode, mcp: { muster: opencodeRemote } }),
      },
      list: ['mcp', 'list'],
      ask: (prompt) => ['run', prompt],
    },
  }
}
