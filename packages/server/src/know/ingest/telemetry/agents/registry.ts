import { type AgentId, agentIds, agents } from '@muster/contract/agents'
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

/** A reader for each agent; a missing one is a type error. */
const readers: Readonly<Record<AgentId, AgentReader>> = {
  'claude-code': readerFor(claudeCode),
  codex: readerFor(codex),
  'gemini-cli': readerFor(geminiCli),
  'qwen-code': readerFor(qwenCode),
  copilot: readerFor(copilot),
  opencode: readerFor(opencode),
}

const checkReader = readerFor(musterCheck)
const genAiReader = readerFor(genAi)
const genAiMetricsReader = readerFor(genAiMetrics)

/** The names of senders: their service, and the scope of their instruments. */
const names: readonly (readonly [service: RegExp, scope: RegExp, reader: AgentReader])[] = [
  ...agentIds.map((id) => [agents[id].service, agents[id].scope, readers[id]] as const),
  [/^muster-check$/, /^muster-check$/, checkReader],
]

/** Chooses the agent by `service.name`, or by the scope's name if somebody has set another service name. */
export const agentChoice: Choice<AgentReader> = {
  resourceKeys: new KeySet([...commonKeys, ...processKeys, 'session.id', 'opencode.client', usageSource.key]),
  readerOf(resource, scope) {
    const service = resource.get('service.name')
    for (const [name, , reader] of names) if (typeof service === 'string' && name.test(service)) return reader
    for (const [, name, reader] of names) if (name.test(scope)) return reader
    return asksForMetrics(resource) ? genAiMetricsReader : genAiReader
  },
}

function asksForMetrics(resource: Attributes): boolean {
  return resource.get(usageSource.key) === usageSource.metrics
}
