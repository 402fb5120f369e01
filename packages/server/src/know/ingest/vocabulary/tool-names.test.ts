import { describe, expect, it } from 'vitest'
import { plausibleToolName, splitMcpName, withoutServer } from './tool-names.ts'

describe('plausibleToolName', () => {
  it.each([
    ['Bash', 'Bash'],
    ['  Read ', 'Read'],
    ['functions.shell', 'shell'],
    ['default_api:write_file', 'write_file'],
    ['default_api.write_file', 'write_file'],
    ['"Edit"', 'Edit'],
    ['`grep`', 'grep'],
    ['list_files()', 'list_files'],
    ['shell<|channel|>commentary', 'shell'],
    ['mcp__github__search', 'mcp__github__search'],
    ['hash:092c79e8f80e', 'hash:092c79e8f80e'],
    ['搜索', '搜索'],
  ])('takes %s for %s', (raw, name) => {
    expect(plausibleToolName(raw)).toBe(name)
  })

  it.each([
    '',
    '   ',
    '42',
    '___',
    'I will now read the file',
    '{"name":"x"}',
    'a\nb',
    'x'.repeat(101),
    '<tool>',
    'rm -rf /',
  ])('does not take %j for a name', (raw) => {
    expect(plausibleToolName(raw)).toBeUndefined()
  })
})

describe('names of MCP tools', () => {
  it('are split where the agent writes both into one', () => {
    expect(splitMcpName('mcp__github__create_issue')).toEqual({ name: 'create_issue', mcpServer: 'github' })
    expect(splitMcpName('mcp__a__b__c')).toEqual({ name: 'b__c', mcpServer: 'a' })
    expect(splitMcpName('mcp__nothing')).toEqual({ name: 'mcp__nothing', mcpServer: '' })
    expect(splitMcpName('Bash')).toEqual({ name: 'Bash', mcpServer: '' })
  })

  it.each([
    ['mcp_demo_echo', 'echo'],
    ['mcp__Demo__echo', 'echo'],
    ['demo__echo', 'echo'],
    ['demo-echo', 'echo'],
    ['echo', 'echo'],
    ['demo_', 'demo_'],
  ])('lose the server that is known: %s', (name, rest) => {
    expect(withoutServer(name, 'demo')).toBe(rest)
  })
})
