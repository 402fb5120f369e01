import type { Model } from './models.ts'
import type { Random } from './random.ts'

interface CallTokens {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens?: number
  readonly thinkingTokens?: number
}

/** Above this size, agents summarize the conversation and continue with the summary. */
const compactAt = 170_000

/**
 * Computes the tokens of a session's model calls: each call reads everything before it, nearly all of it from the
 * cache.
 */
export function createContextWindow(random: Random, model: Model) {
  let known = Math.round(random.around(19_000))
  let fresh = Math.round(random.around(15_000))
  return {
    call(): CallTokens {
      if (known + fresh > compactAt) {
        known = 19_000
        fresh = Math.round(random.around(12_000))
      }
      // Caches expire after minutes, so at times everything is read anew.
      const isForgotten = random.chance(0.025)
      const inputTokens = known + fresh
      const cacheReadTokens = isForgotten ? 0 : known
      const outputTokens = 20 + Math.round(random.around(760))
      const thinkingTokens = model.tier === 'thinking' ? Math.round(outputTokens * 0.6 * random.next()) : 0
      const tokens: CallTokens = {
        inputTokens,
        outputTokens,
        cacheReadTokens,
        ...(model.writesCache && { cacheWriteTokens: inputTokens - cacheReadTokens }),
        ...(thinkingTokens > 0 && { thinkingTokens }),
      }
      known = inputTokens
      fresh = outputTokens + Math.round(random.around(5_200))
      return tokens
    },
  }
}
