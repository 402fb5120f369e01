import { repositoryNamed } from '@muster/contract/repository-name'
import { describe, expect, it } from 'vitest'
import { toolNamed } from './tool-names.ts'
import { pullRequestAddress } from './work-keys.ts'

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
