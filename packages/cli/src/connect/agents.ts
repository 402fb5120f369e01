import type { AgentId } from '@muster/contract/agents'
import type { Agent } from './agent.ts'
import { claudeCode } from './agents/claude-code.ts'
import { codex } from './agents/codex.ts'
import { copilot } from './agents/copilot.ts'
import { geminiCli } from './agents/gemini-cli.ts'
import { opencode } from './agents/opencode.ts'
import { qwenCode } from './agents/qwen-code.ts'

export const agents: Readonly<Record<AgentId, Agent>> = {
  'claude-code': claudeCode,
  codex,
  'gemini-cli': geminiCli,
  'qwen-code': qwenCode,
  copilot,
  opencode,
}
