import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonicalModel } from './model-name.ts'

it.each([
  'claude-sonnet-4-5',
  ' claude-sonnet-4-5 ',
  'Claude-Sonnet-4-5',
  'claude-sonnet-4.5',
  'anthropic/claude-sonnet-4.5',
  'openrouter/anthropic/claude-sonnet-4-5',
  'claude-sonnet-4-5-20250929',
  'claude-sonnet-4-5@20250929',
  'claude-sonnet-4-5[1m]',
  'anthropic.claude-sonnet-4-5-20250929-v1:0',
  'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
  'bedrock/global.anthropic.claude-sonnet-4-5-20250929-v1:0',
  'arn:aws:bedrock:eu-west-1:123456789012:inference-profile/eu.anthropic.claude-sonnet-4-5-20250929-v1:0',
])('knows %j as claude-sonnet-4-5', (raw) => {
  expect(canonicalModel(raw)).toBe('claude-sonnet-4-5')
})

it.each([
  ['claude-3-5-sonnet-latest', 'claude-3-5-sonnet'],
  ['claude-3.7-sonnet', 'claude-3-7-sonnet'],
  ['claude-opus-4-0', 'claude-opus-4'],
  ['claude-opus-4-20250514', 'claude-opus-4'],
  ['claude-4-opus-20250514', 'claude-opus-4'],
  ['us.anthropic.claude-opus-4-6-v1', 'claude-opus-4-6'],
  ['gpt-5.1-2025-11-13', 'gpt-5.1'],
  ['openai/gpt-5.1', 'gpt-5.1'],
  ['gpt-6.1-sol[medium]', 'gpt-6.1-sol'],
  ['$runtime|openai|stand-in(openai)', 'stand-in'],
  ['azure/gpt-4o-mini-2024-07-18', 'gpt-4o-mini'],
  ['models/gemini-2.5-pro', 'gemini-2.5-pro'],
  ['publishers/google/models/gemini-2.5-flash@default', 'gemini-2.5-flash'],
  ['Qwen/Qwen3-Coder-480B-A35B-Instruct', 'qwen3-coder-480b-a35b-instruct'],
])('writes %j as %j', (raw, name) => {
  expect(canonicalModel(raw)).toBe(name)
})

it.each([
  'gpt-4.1',
  'gpt-4',
  'deepseek-v3',
  'llama3:8b',
  'kimi-k2-0905-preview',
  'house-coder',
  'o3',
  'gpt-5-chat-latest',
  'acme/house-coder',
  'gemini-3-pro-preview',
])('leaves %j alone', (raw) => {
  expect(canonicalModel(raw)).toBe(raw)
})

it('never gives an empty name for one that is not, and gives its own names back', () => {
  const parts = [
    'claude-',
    'us.',
    'anthropic.',
    'openai/',
    '/',
    '-20250929',
    '-v1:0',
    '@latest',
    '4.5',
    '-0',
    '[1m]',
    'x',
    ' ',
  ]
  const pieced = fc.array(fc.constantFrom(...parts)).map((some) => some.join(''))
  fc.assert(
    fc.property(fc.oneof(fc.string(), pieced), (raw) => {
      const name = canonicalModel(raw)
      expect(name === '').toBe(raw.trim() === '')
      expect(canonicalModel(name)).toBe(name)
    }),
    { numRuns: 1_000, examples: [['openai/ -20250929']] },
  )
})
