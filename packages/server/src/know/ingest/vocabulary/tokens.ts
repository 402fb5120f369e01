import { maxTokensOfCall } from '@muster/contract/telemetry'
import { maxTokensOfPoint } from '../bounds.ts'

/** The tokens of a model call as a source reports them. Undefined is absent, NaN is not a number. */
export interface ReportedTokens {
  readonly input: number | undefined
  readonly output: number | undefined
  readonly cacheRead?: number | undefined
  readonly cacheWrite?: number | undefined
  /** Whether the input includes the cache, as OpenAI and Google count, or not, as Anthropic does. */
  readonly cache: 'within' | 'beside'
  /** The largest plausible number of each kind; the default is that of one call. */
  readonly most?: number
}

/** Tokens in our way of counting: the input includes everything that the model read, and the cache is a part of it. */
export interface Tokens {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
}

export const noTokens: Tokens = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }

export function maxTokensOf(calls: number): number {
  return Math.min(calls * maxTokensOfCall, maxTokensOfPoint)
}

/** Converts tokens to our way of counting, or returns one sentence about the fault of the report. */
export function countTokens(reported: ReportedTokens): { readonly tokens: Tokens } | { readonly fault: string } {
  const fault = findFault(reported, reported.most ?? maxTokensOfCall)
  if (fault !== undefined) return { fault }
  const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0, cache } = reported
  const isWithin = cache === 'within'
  if (isWithin && cacheRead + cacheWrite > input) {
    return { fault: 'The cache is larger than the input that it is a part of.' }
  }
  const inputTokens = isWithin ? input : input + cacheRead + cacheWrite
  return {
    tokens: { inputTokens, outputTokens: output, cacheReadTokens: cacheRead, cacheWriteTokens: cacheWrite },
  }
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
