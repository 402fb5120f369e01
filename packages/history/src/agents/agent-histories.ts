import type { AgentHistory } from './agent-history.ts'
import { claudeCode } from './claude-code.ts'
import { codex } from './codex.ts'
import { copilot } from './copilot.ts'
import { geminiCli } from './gemini-cli.ts'
import { opencode } from './opencode.ts'
import { qwenCode } from './qwen-code.ts'

/** Every agent whose history can be read. */
export const agentHistories: readonly AgentHistory[] = [claudeCode, codex, geminiCli, qwenCode, copilot, opencode]
