import { join } from 'node:path'
import type { HookEvent } from '@muster/contract/hook-events'

/** An agent whose hooks have the same format, so its events can be forwarded. */
export interface ConnectedAgent {
  readonly name: string
  /** Where it keeps its own hooks. */
  settingsPath(home: string, env: NodeJS.ProcessEnv): string
  /** Its event names, with our corresponding ones. */
  readonly events: Readonly<Record<string, HookEvent>>
  /** In the agent's own unit; long enough for our own timeouts to expire first. */
  readonly timeout: number
  /** What the user must do in the agent after connecting it. */
  readonly afterwards: string
}

/** Most agents share these names. */
const sharedEvents = {
  PreToolUse: 'PreToolUse',
  PostToolUse: 'PostToolUse',
  UserPromptSubmit: 'UserPromptSubmit',
  Stop: 'Stop',
  SubagentStop: 'SubagentStop',
  PreCompact: 'PreCompact',
  SessionStart: 'SessionStart',
  SessionEnd: 'SessionEnd',
} as const

export const agents: Readonly<Record<string, ConnectedAgent>> = {
  'claude-code': {
    name: 'Claude Code',
    settingsPath: (home, env) => join(env.CLAUDE_CONFIG_DIR || join(home, '.claude'), 'settings.json'),
    events: { ...sharedEvents, Notification: 'Notification' },
    timeout: 600,
    afterwards: 'New sessions use it; /hooks in Claude Code shows it.',
  },
  codex: {
    name: 'Codex',
    settingsPath: (home, env) => join(env.CODEX_HOME || join(home, '.codex'), 'hooks.json'),
    events: sharedEvents,
    timeout: 600,
    afterwards: 'Codex runs new hooks only after you have looked at them: start it and type /hooks.',
  },
  'gemini-cli': {
    name: 'Gemini CLI',
    settingsPath: (home) => join(home, '.gemini', 'settings.json'),
    events: {
      BeforeTool: 'PreToolUse',
      AfterTool: 'PostToolUse',
      BeforeAgent: 'UserPromptSubmit',
      AfterAgent: 'Stop',
      PreCompress: 'PreCompact',
      Notification: 'Notification',
      SessionStart: 'SessionStart',
      SessionEnd: 'SessionEnd',
    },
    timeout: 600_000,
    afterwards: 'New sessions use it; /hooks in Gemini CLI shows it.',
  },
}
