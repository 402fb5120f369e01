import { modelName } from '@muster/contract/model-names'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { repositoryNamed } from './repository-name.ts'
import { toolNamed } from './tool-names.ts'
import { pullRequestAddress } from './work-keys.ts'

describe('modelName', () => {
  it.each([
    'claude-sonnet-4-5',
    ' claude-sonnet-4-5',
    'Claude-Sonnet-4-5',
    'anthropic/claude-sonnet-4-5',
    'openrouter/anthropic/claude-sonnet-4-5',
    'claude-sonnet-4-5-20250929',
    'claude-sonnet-4-5@20250929',
    'claude-sonnet-4-5[1m]',
    'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
    'arn:aws:bedrock:us-east-1:123456789012:inference-profile/eu.anthropic.claude-sonnet-4-5-20250929-v1:0',
  ])('is the same for %s', (spelling) => {
    expect(modelName(spelling)).toBe('claude-sonnet-4-5')
  })

  it.each([
    ['gpt-5-2025-08-07', 'gpt-5'],
    ['models/gemini-2.5-pro', 'gemini-2.5-pro'],
    ['gpt-5.4-mini', 'gpt-5.4-mini'],
    ['house-coder', 'house-coder'],
    ['team/house-coder', 'team/house-coder'],
    ['gemini-2.5-pro-preview-05-06', 'gemini-2.5-pro-preview-05-06'],
    ['-20250929', '-20250929'],
    ['', ''],
  ])('of %s is %s', (spelling, name) => {
    expect(modelName(spelling)).toBe(name)
  })

  it('changes nothing when it is applied again', () => {
    const part = fc.constantFrom(
      'us.',
      'anthropic',
      '/',
      '.',
      'claude',
      '-20250929',
      '@latest',
      '[1m]',
      '-v1:0',
      '-',
      'X',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const name = modelName(parts.join(''))
        expect(modelName(name)).toBe(name)
      }),
    )
  })
})

describe('pullRequestAddress', () => {
  it.each([
    'https://github.com/o/r/pull/7',
    'http://GitHub.com/o/r/pull/7',
    'https://www.github.com/o/r/pull/7/',
    'https://github.com/o/r/pull/7/files?diff=split',
    'https://github.com/o/r/pull/7#issuecomment-1',
  ])('is the same for %s', (spelling) => {
    expect(pullRequestAddress(spelling)).toBe('https://github.com/o/r/pull/7')
  })
})

describe('repositoryNamed', () => {
  it.each([
    ['https://me:secret@GitHub.com/o/r.git', 'github.com/o/r'],
    ['git@github.com:o/r.git', 'github.com/o/r'],
    ['o/r', 'o/r'],
    ['/home/me/secret-project', 'secret-project'],
    ['', ''],
  ])('of %s is %s', (given, name) => {
    expect(repositoryNamed(given)).toBe(name)
  })
})

describe('toolNamed', () => {
  it('gives a tool of an MCP server one name, whichever way it is told', () => {
    const echo = { name: 'echo', mcpServer: 'demo', isKnown: true }
    for (const [raw, server] of [
      ['mcp__demo__echo', ''],
      ['mcp_demo_echo', 'demo'],
      ['demo-echo', 'demo'],
      ['echo', ' demo '],
    ] as const) {
      expect(toolNamed(raw, server)).toEqual(echo)
    }
  })
})
