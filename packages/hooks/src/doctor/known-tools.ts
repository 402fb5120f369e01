/**
 * Names of tools of the agents that can be connected, to tell a matcher that matches nothing. MCP tools are named
 * freely.
 */
export const knownTools: readonly string[] = [
  // Claude Code
  ...'Agent AskUserQuestion Bash BashOutput Edit EnterPlanMode ExitPlanMode Glob Grep KillShell LS LSP MultiEdit'.split(
    ' ',
  ),
  ...'NotebookEdit NotebookRead Read Skill SlashCommand Task TaskCreate TaskGet TaskList TaskOutput TaskStop'.split(
    ' ',
  ),
  ...'TaskUpdate TodoRead TodoWrite ToolSearch WebFetch WebSearch Write'.split(' '),
  // Codex
  ...'apply_patch exec_command local_shell shell unified_exec update_plan view_image web_search write_stdin'.split(' '),
  // Gemini CLI
  ...'activate_skill exit_plan_mode glob google_web_search grep_search list_directory read_file'.split(' '),
  ...'read_many_files replace run_shell_command save_memory search_file_content web_fetch write_file'.split(' '),
  'write_todos',
]
