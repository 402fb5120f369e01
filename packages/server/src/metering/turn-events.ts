import { maxTokensOfCall } from '@muster/contract/telemetry'
import { blank, type UsageEvent, type UsageType } from '../events/usage-event.ts'
import { billableTokens } from '../ingest/draft.ts'
import { plausibleToolName, splitMcpName, unknownTool } from '../ingest/vocabulary/tool-names.ts'
import { idOf } from '../ingest/writing/attributed-draft.ts'
import type { EndedTurn } from './repository.ts'

const levels: Readonly<Record<string, string>> = {
  off: 'manual',
  low: 'auto-low',
  medium: 'auto-medium',
  high: 'auto-high',
}

/**
 * The usage events of a turn, at the time of its end. Its tokens are one model call, because the relay reports only
 * their sum. Ids follow from the turn, so sending the events again changes nothing.
 */
export function eventsOfTurn(organizationId: string, turn: EndedTurn): UsageEvent[] {
  const { sessionId, turnId, userId, agentSession, client, at } = turn
  const event = (type: UsageType, key: string, fields: Partial<UsageEvent> = {}): UsageEvent => ({
    id: idOf(organizationId, type, `muster session ${sessionId} ${key}`),
    timeMs: at,
    user: `u:${userId}`,
    session: agentSession ?? sessionId,
    client,
    type,
    ...blank,
    agent: 'native',
    ...fields,
  })
  const level = levelOf(turn)
  return [
    ...(turn.isFirst ? [event('session_start', 'start', { extra: level })] : []),
    event('message', turnId, { name: 'user' }),
    ...turn.answers.map((id) => event('message', id, { name: 'assistant' })),
    ...turn.tools.map(({ id, name }) => {
      const tool = splitMcpName(plausibleToolName(name) ?? unknownTool)
      return event('tool_call', `${turnId} ${id}`, { name: tool.name, detail: tool.mcpServer, extra: level })
    }),
    ...modelCall(turn).map((fields) => event('model_call', turnId, fields)),
  ]
}

function levelOf({ interactionMode, autonomyLevel }: EndedTurn): string {
  if (interactionMode === 'spec') return 'spec'
  return autonomyLevel === null ? '' : (levels[autonomyLevel] ?? '')
}

function modelCall({ usage, model }: EndedTurn): Partial<UsageEvent>[] {
  if (usage === null) return []
  const { cacheReadTokens, cacheCreationTokens: cacheWriteTokens, outputTokens } = usage
  const inputTokens = usage.inputTokens + cacheReadTokens + cacheWriteTokens
  const tokens = { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }
  const isPlausible = Object.values(tokens).every((count) => count >= 0 && count <= maxTokensOfCall * 1_000)
  if (!isPlausible || inputTokens + outputTokens === 0) return []
  return [
    {
      name: model ?? 'unknown',
      detail: usage.thinkingTokens > 0 ? 'thinking' : 'standard',
      ...tokens,
      billableTokens: billableTokens(tokens),
    },
  ]
}
