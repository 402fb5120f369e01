import { type AgentId, agentIds } from '@muster/contract/agents'
import type { AgentHistory } from './agent-history.ts'
import { claudeCode } from './claude-code.ts'
import { codex } from './codex.ts'
import { copilot } from './copilot.ts'
import { geminiCli } from './gemini-cli.ts'
import { opencode } from './opencode.ts'
import { qwenCode } from './qwen-code.ts'

const byId: Readonly<Record<AgentId, AgentHistory>> = {
  'claude-code': claudeCode,
  codex,
  'gemini-cli': geminiCli,
  'qwen-code': qwenCode,
  copilot,
  opencode,
}

/** Every agent with a readable history. */
export const agentHistories: readonly AgentHistory[] = agentIds.map((id) => byId[id])
