import { processKeys } from '../metric-series.ts'
import type { Choice } from '../otlp/interest.ts'
import { KeySet } from '../otlp/key-set.ts'
import type { Attributes } from '../otlp/telemetry.ts'
import { type AgentReader, commonKeys, readerFor } from './agent.ts'
import { claudeCode } from './claude-code.ts'
import { codex } from './codex.ts'
import { copilot } from './copilot.ts'
import { geminiCli } from './gemini-cli.ts'
import { genAi, genAiMetrics, usageSource } from './gen-ai.ts'
import { musterCheck } from './muster-check.ts'
import { opencode } from './opencode.ts'
import { qwenCode } from './qwen-code.ts'

const readers = {
  claudeCode: readerFor(claudeCode),
  codex: readerFor(codex),
  copilot: readerFor(copilot),
  geminiCli: readerFor(geminiCli),
  musterCheck: readerFor(musterCheck),
  opencode: readerFor(opencode),
  qwenCode: readerFor(qwenCode),
  genAi: readerFor(genAi),
  genAiMetrics: readerFor(genAiMetrics),
}

/**
 * How agents call themselves, as their service and as the scope of their instruments. Codex has a service for each of
 * its programs.
 */
const names: readonly (readonly [RegExp, RegExp, AgentReader])[] = [
  [/^claude-code$/, /^com\.anthropic\.claude_code/, readers.claudeCode],
  [/^codex[_-]/, /^codex_otel/, readers.codex],
  [/^gemini-cli$/, /^gemini-cli$/, readers.geminiCli],
  [/^qwen-code$/, /^qwen-code$/, readers.qwenCode],
  [/^github-copilot$/, /^github\.copilot$/, readers.copilot],
  [/^opencode$/, /^opencode$/, readers.opencode],
  [/^muster-check$/, /^muster-check$/, readers.musterCheck],
]

/** Chooses the agent by `service.name`, and by the scope's name if somebody has set another service name. */
export const agentChoice: Choice<AgentReader> = {
  resourceKeys: new KeySet([...commonKeys, ...processKeys, 'session.id', 'opencode.client', usageSource.key]),
  readerOf(resource, scope) {
    const service = resource.get('service.name')
    for (const [name, , reader] of names) if (typeof service === 'string' && name.test(service)) return reader
    for (const [, name, reader] of names) if (name.test(scope)) return reader
    return asksForMetrics(resource) ? readers.genAiMetrics : readers.genAi
  },
}

function asksForMetrics(resource: Attributes): boolean {
  return resource.get(usageSource.key) === usageSource.metrics
}
