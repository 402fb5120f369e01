import type { FieldDefinition } from '@muster/contract/analytics-definitions'
import { date, describe } from './describe.ts'

export const tools: readonly FieldDefinition[] = [
  ...describe('/tools', {
    date,
    tool_calls: [
      'Tool calls',
      'How often tools were called, whether they succeeded or not. Calls of MCP tools are among them.',
    ],
    by_tool: ['Tool calls by tool', 'One item for each tool that was called; together they are all tool calls.'],
    'by_tool[].tool': [
      'Tool',
      'Its name, without white space around it and without the wrappers that agents put before it. `unknown` stands for what is no plausible name; the status endpoint shows what those were.',
    ],
    'by_tool[].invocations': ['Calls of the tool', 'How often this tool was called.'],
    mcp_users_with_mcp: ['Users of MCP', 'How many users had at least one call of a tool of an MCP server.'],
    mcp_by_server: ['MCP calls by server', 'One item for each MCP server with a tool call.'],
    'mcp_by_server[].server': [
      'MCP server',
      'Spellings that differ only in case, width, composition or white space around them are one server. It is shown as it was spelt in most calls, and of equals as the first in byte order.',
    ],
    'mcp_by_server[].invocations': ['Calls of the MCP server', 'The calls of its tools, in every spelling.'],
    skills_invocations: ['Skills', 'How often skills were activated.'],
    skills_by_name: ['Skills by name', 'One item for each skill that was activated.'],
    'skills_by_name[].name': ['Skill', 'The name of the skill.'],
    'skills_by_name[].count': ['Activations of the skill', 'How often it was activated.'],
    slash_commands_invocations: ['Slash commands', 'How often slash commands were used.'],
    slash_commands_by_name: ['Slash commands by name', 'One item for each slash command that was used.'],
    'slash_commands_by_name[].name': ['Slash command', 'The name of the slash command.'],
    'slash_commands_by_name[].count': ['Uses of the slash command', 'How often it was used.'],
    hooks_invocations: ['Hooks', 'How often hooks were run.'],
    hooks_by_event: ['Hooks by event', 'One item for each event, matcher and command.'],
    'hooks_by_event[].event': ['Hook event', 'What the hook was run for, such as `PostToolUse`.'],
    'hooks_by_event[].matcher': [
      'Hook matcher',
      'The matcher of the hook, or the tool that it matched where an agent reports only that; empty without either.',
    ],
    'hooks_by_event[].command': [
      'Hook command',
      'The command that was run. Secrets in it were taken out before it was stored.',
    ],
    'hooks_by_event[].count': ['Runs of the hook', 'How often this command was run for this event and matcher.'],
    web_users: [
      'Web users',
      'How many users were active on the client `web`; the same number as in the activity of the day.',
    ],
    autonomy_ratio_avg: [
      'Autonomy ratio, average',
      'For each session with at least one user turn that day, its tool calls of the day divided by its user turns of the day; the mean of these ratios.',
    ],
    autonomy_ratio_p50: [
      'Autonomy ratio, median',
      'The median of those ratios, halfway between the two middle ones where there are two.',
    ],
    autonomy_ratio_p90: [
      'Autonomy ratio, 90th percentile',
      'The 90th percentile of those ratios, interpolated linearly between the two nearest (type 7).',
    ],
    tool_calls_per_session_avg: [
      'Tool calls per session',
      'The tool calls that were made in sessions, divided by the number of sessions with a start, message, model call, tool call, skill, slash command, hook, file, commit or pull request that day.',
    ],
    user_turns_per_session_avg: [
      'User turns per session',
      'The user turns in sessions, divided by the same number of sessions.',
    ],
    tool_autonomy_level_ratio: [
      'Tool calls by autonomy level',
      'The shares of the tool calls by the level in force. They add up to 1, but for the last binary digit of a fraction, and are all 0 on a day without calls.',
    ],
    'tool_autonomy_level_ratio.auto_high': ['Share of auto-high', 'The share of the calls at `auto-high`.'],
    'tool_autonomy_level_ratio.auto_medium': ['Share of auto-medium', 'The share of the calls at `auto-medium`.'],
    'tool_autonomy_level_ratio.auto_low': ['Share of auto-low', 'The share of the calls at `auto-low`.'],
    'tool_autonomy_level_ratio.manual': [
      'Share of manual',
      'The share of the calls at `manual` or `spec`, and of those of which nobody told the level.',
    ],
    tool_autonomy_unknown_ratio: [
      'Share of unknown levels',
      'The share of the calls of which nobody told the level. They are among those at `manual`.',
    ],
  }),
  ...describe('/tools?group_by=tool_name', {
    date,
    group_key: ['Tool', 'The name of the tool, as in `by_tool`.'],
    tool_calls: ['Calls of the tool', 'How often this tool was called that day.'],
  }),
]
