import { entryOnPage, type PageEntry } from './mcp-page.ts'
import type { TrialAgent } from './trial-agents.ts'

/** How an agent gets to know Muster, as docs/mcp.md says it, and how it is asked one thing without a person. */
export interface McpEntry {
  /** The program of npm that is looked for in the path. */
  readonly program: string
  readonly install: string
  /** The file of its home that the entry belongs into. Without one, the entry is a command. */
  readonly file?: string
  readonly page: PageEntry
  /** What else has to stand in that file, so that nobody has to be there. */
  readonly settings?: object
  /** What docs/mcp.md says to add to the entry where the key is in the environment. */
  readonly passKey?: object
  /** What makes it offer all tools at once, instead of letting its model search for them. */
  readonly env?: Readonly<Record<string, string>>
  /** Its model has to search for tools of servers. */
  readonly hidesTools?: boolean
  readonly ask: (prompt: string) => readonly string[]
}

const passKey = { env: { MUSTER_API_KEY: '$MUSTER_API_KEY' } }

export const mcpEntries: Readonly<Record<string, McpEntry>> = {
  claude: {
    program: 'claude',
    install: 'npm install @anthropic-ai/claude-code',
    page: entryOnPage('Claude Code'),
    env: { ENABLE_TOOL_SEARCH: 'false' },
    ask: (prompt) => ['-p', prompt, '--allowedTools', 'mcp__muster'],
  },
  codex: {
    program: 'codex',
    install: 'npm install @openai/codex',
    file: '.codex/config.toml',
    page: entryOnPage('Codex', '.codex/config.toml'),
    hidesTools: true,
    ask: (prompt) => ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', prompt],
  },
  gemini: {
    program: 'gemini',
    install: 'npm install @google/gemini-cli',
    file: '.gemini/settings.json',
    page: entryOnPage('Gemini CLI', '.gemini/settings.json'),
    settings: { security: { folderTrust: { enabled: false }, auth: { selectedType: 'gemini-api-key' } } },
    passKey,
    ask: (prompt) => ['--skip-trust', '--yolo', '-p', prompt],
  },
  qwen: {
    program: 'qwen',
    install: 'npm install @qwen-code/qwen-code',
    file: '.qwen/settings.json',
    page: entryOnPage('Qwen Code', '.qwen/settings.json'),
    hidesTools: true,
    ask: (prompt) => ['--yolo', '-p', prompt],
  },
  copilot: {
    program: 'copilot',
    install: 'npm install @github/copilot',
    file: '.copilot/mcp-config.json',
    page: entryOnPage('Copilot CLI', '.copilot/mcp-config.json'),
    ask: (prompt) => ['--allow-all-tools', '-p', prompt],
  },
  opencode: {
    program: 'opencode',
    install: 'npm install opencode-ai',
    file: '.config/opencode/opencode.json',
    page: entryOnPage('opencode', '.config/opencode/opencode.json'),
    ask: (prompt) => ['run', prompt],
  },
}

/** The text of the agent's file: what it needs for the stand-in model, and the entry of the page. */
export function settingsWith(
  { file = '', settings }: McpEntry,
  added: string,
  trial: TrialAgent,
  more?: object,
): string {
  const known = trial.files[file] ?? ''
  if (file.endsWith('.toml')) return `${known}\n${added}`
  const entry = JSON.parse(added)
  if (more) Object.assign(entry.mcpServers.muster, more)
  return JSON.stringify({ ...JSON.parse(known || '{}'), ...settings, ...entry })
}
