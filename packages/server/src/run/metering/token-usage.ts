import type { TokenUsage } from '@muster/contract/session'

/** Returns `null` if neither reported anything. */
export function sumOfUsage(a: TokenUsage | null, b: TokenUsage | null): TokenUsage | null {
  if (a === null || b === null) return a ?? b
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cacheCreationTokens: a.cacheCreationTokens + b.cacheCreationTokens,
    cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
    thinkingTokens: a.thinkingTokens + b.thinkingTokens,
  }
}
