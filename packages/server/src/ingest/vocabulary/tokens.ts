import { maxTokensOfCall } from '@muster/contract/telemetry'

/** What a source said of a model call. Undefined is absent, NaN is something that is no number. */
export interface ReportedTokens {
  readonly input: number | undefined
  readonly output: number | undefined
  readonly cacheRead?: number | undefined
  readonly cacheWrite?: number | undefined
}

/** Tokens as we count them: the input holds everything that the model read, the cache is a part of it. */
export interface Tokens {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
}

export const noTokens: Tokens = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }

/** Of all calls that a data point tells of. */
const maxTokensOfPoint = 1_000_000_000_000

export function maxTokensOf(calls: number): number {
  return Math.min(calls * maxTokensOfCall, maxTokensOfPoint)
}

/** Of a source that counts the cache as a part of the input. Returns a sentence if the numbers cannot be. */
export function tokensWithCache(reported: ReportedTokens, most = maxTokensOfCall): Tokens | string {
  const fault = findFault(reported, most)
  if (fault !== undefined) return fault
  const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0 } = reported
  if (cacheRead + cacheWrite > input) return 'The cache is larger than the input that it is a part of.'
  return { inputTokens: input, outputTokens: output, cacheReadTokens: cacheRead, cacheWriteTokens: cacheWrite }
}

/** Of a source that counts the cache apart from the input, as Anthropic does. */
export function tokensBesideCache(reported: ReportedTokens, most = maxTokensOfCall): Tokens | string {
  const fault = findFault(reported, most)
  if (fault !== undefined) return fault
  const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0 } = reported
  const inputTokens = input + cacheRead + cacheWrite
  return { inputTokens, outputTokens: output, cacheReadTokens: cacheRead, cacheWriteTokens: cacheWrite }
}

function findFault(reported: ReportedTokens, most: number): string | undefined {
  const { input, output, cacheRead, cacheWrite } = reported
  if (input === undefined && output === undefined) return 'It tells neither input nor output tokens.'
  return (
    faultOf('input', input, most) ??
    faultOf('output', output, most) ??
    faultOf('cache read', cacheRead, most) ??
    faultOf('cache write', cacheWrite, most)
  )
}

function faultOf(name: string, value: number | undefined, most: number): string | undefined {
  if (value === undefined) return undefined
  if (!Number.isInteger(value)) return `The number of ${name} tokens is no whole number.`
  if (value < 0) return `The number of ${name} tokens is negative.`
  return value > most ? `The number of ${name} tokens is larger than ${most}.` : undefined
}
