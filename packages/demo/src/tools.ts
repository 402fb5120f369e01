import type { Agent } from './models.ts'
import type { Choice, Random } from './random.ts'
import type { TextList } from './teams.ts'

type ToolKind = 'look' | 'run' | 'edit' | 'create' | 'plan'

/** The name of each tool in each agent. */
const names: Readonly<Record<Agent, Readonly<Record<ToolKind, TextList>>>> = {
  first: {
    look: ['Read', 'Read', 'Read', 'Read', 'Grep', 'Grep', 'Glob', 'WebFetch'],
    run: ['Bash'],
    edit: ['Edit'],
    create: ['Write'],
    plan: ['TodoWrite', 'TodoWrite', 'Task'],
  },
  second: {
    look: ['shell', 'shell', 'shell', 'shell', 'web_search'],
    run: ['shell'],
    edit: ['apply_patch'],
    create: ['apply_patch'],
    plan: ['update_plan'],
  },
  third: {
    look: ['read_file', 'read_file', 'read_file', 'search_file_content', 'glob', 'web_fetch'],
    run: ['run_shell_command'],
    edit: ['replace'],
    create: ['write_file'],
    plan: ['save_memory', 'write_todos'],
  },
}

const kinds: readonly [Choice<ToolKind>, ...Choice<ToolKind>[]] = [
  ['look', 46],
  ['run', 24],
  ['edit', 20],
  ['create', 4],
  ['plan', 6],
]

export function chooseTool(random: Random, agent: Agent): { kind: ToolKind; name: string } {
  const kind = random.weighted(kinds)
  const name = random.pick(names[agent][kind])
  return { kind, name: random.chance(0.012) ? wrapped(random, name) : name }
}

/** Tools of MCP servers, by the server's name in lower case. */
const mcpTools: Readonly<Record<string, TextList>> = {
  'code host': ['get_pull_request', 'list_issues', 'create_review', 'search_code'],
  metrics: ['query_metrics', 'list_alerts'],
  clusters: ['get_pods', 'describe'],
  designs: ['get_frame', 'get_styles'],
  browser: ['browser_navigate', 'browser_click', 'browser_snapshot'],
  warehouse: ['query', 'describe_table'],
  issues: ['get_issue', 'search_issues', 'add_comment'],
  errors: ['get_issue', 'list_events'],
}

export function chooseMcpTool(random: Random, server: string): string {
  return random.pick(mcpTools[server.trim().toLowerCase()] ?? ['call'])
}

/** Models sometimes leave parts of their prompt format around a name, and sometimes return something else. */
function wrapped(random: Random, name: string): string {
  return random.pick([
    `functions.${name}`,
    `default_api:${name}`,
    `${name}<|channel|>commentary`,
    `"${name}"`,
    ` ${name} `,
    `${name}()`,
    '{"command": "ls -la"}',
    'Let me look at the failing test first.',
    '???',
  ])
}
