import { agentNames } from './models.ts'
import type { SessionPlan } from './plan-sessions.ts'
import { randomFor } from './random.ts'
import type { TextList } from './teams.ts'

interface Tokens {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens?: number
  readonly cacheWriteTokens?: number
}

const toolErrors: TextList = ['exit_code', 'exit_code', 'exit_code', 'not_found', 'timeout', 'no_match']
const modelErrors: TextList = ['overloaded', 'rate_limit', 'timeout']

/**
 * What an agent reports about costs and work in addition to its actions. It uses a separate random sequence, so that
 * sessions do not depend on what is reported about them.
 */
export function createReport({ id, person, client, model, level }: SessionPlan) {
  const random = randomFor('report', id)
  const { team } = person
  const { id: agent, version } = agentNames[model.agent]
  const isWatched = client !== 'non-interactive-cli'
  const asks = isWatched && (level === 'manual' || level === 'spec' || level === 'auto-low')
  const branch = random.chance(0.3) ? 'main' : `${person.lastName.toLowerCase()}/${random.hex(6)}`
  return {
    place: {
      agent,
      agentVersion: version,
      repository: `git.example.com/${team.slug}/${random.pick(team.repositories)}`,
      branch,
    },

    modelFailure: () =>
      random.chance(0.006) ? { errorKind: random.pick(modelErrors), durationMs: 30_000 } : undefined,

    modelCall: (tokens: Tokens, durationMs: number) => ({ durationMs, ...costOf(tokens) }),

    toolCall: (success: boolean, durationMs: number) => ({
      durationMs,
      ...(!success && { errorKind: random.pick(toolErrors) }),
      ...(asks && { decision: 'accept' as const, decidedBy: 'person' as const }),
    }),

    /** A refused call. The agent then does something else. */
    refusal: () => {
      const decidedBy = asks && random.chance(0.04) ? ('person' as const) : ('policy' as const)
      if (decidedBy === 'policy' && !random.chance(0.003)) return undefined
      return { decision: 'refuse' as const, decidedBy }
    },

    lines: (operation: 'create' | 'edit') => ({
      linesAdded: Math.round(random.around(operation === 'create' ? 70 : 14)),
      linesRemoved: operation === 'create' ? 0 : Math.round(random.around(6)),
    }),

    /** Only one of the agents reports how long it and its user were active. */
    activeTimes: (durationMs: number) => {
      if (model.agent !== 'first') return []
      const ofAgent = { who: 'agent' as const, durationMs: Math.round(durationMs * 0.35) }
      return isWatched ? [ofAgent, { who: 'user' as const, durationMs: Math.round(durationMs * 0.2) }] : [ofAgent]
    },
  }

  function costOf({ inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 }: Tokens): { cost?: number } {
    const { price } = model
    if (model.agent !== 'first' || price === undefined) return {}
    const { input, output, cacheRead = input, cacheWrite = input } = price
    const uncached = inputTokens - cacheReadTokens - cacheWriteTokens
    const dollars =
      uncached * input + cacheReadTokens * cacheRead + cacheWriteTokens * cacheWrite + outputTokens * output
    return { cost: Math.round(dollars) / 1_000_000 }
  }
}
