import { autonomyLevels } from '@muster/contract/enumerations'
import type { ToolKind } from '@muster/contract/permission'
import { describe, expect, it } from 'vitest'
import { offeredToPeople, optionFor, readOptions } from './choose-option.ts'
import { judgeToolCall } from './judge-tool-call.ts'

const call = (kind: ToolKind, input: Record<string, unknown> = {}, name: string = kind) => ({
  id: 't1',
  name,
  title: name,
  kind,
  input,
})

describe('judgeToolCall', () => {
  it.each([
    ['off', []],
    ['low', ['read', 'search', 'think']],
    ['medium', ['read', 'search', 'think', 'edit', 'move', 'fetch']],
    ['high', ['read', 'search', 'think', 'edit', 'move', 'fetch', 'delete', 'execute', 'switch_mode', 'other']],
  ] as const)('allows at level %s exactly %s', (autonomyLevel, allowed: readonly ToolKind[]) => {
    const kinds: ToolKind[] = [
      'read',
      'search',
      'think',
      'edit',
      'move',
      'fetch',
      'delete',
      'execute',
      'switch_mode',
      'other',
    ]
    const found = kinds.filter((kind) => judgeToolCall(call(kind), { autonomyLevel }, {}).verdict === 'allow')
    expect(found).toEqual(allowed)
  })

  it('never goes above the level of the organization', () => {
    const policy = { maxAutonomyLevel: 'low' } as const
    expect(judgeToolCall(call('execute'), { autonomyLevel: 'high' }, policy).verdict).toBe('ask')
    expect(judgeToolCall(call('read'), { autonomyMode: 'auto-high' }, policy).verdict).toBe('allow')
  })

  it.each(autonomyLevels)('refuses forbidden commands at level %s, whatever the kind of the tool says', (level) => {
    const policy = { commandDenylist: ['git push*'], commandAllowlist: ['*'] }
    const inputs = [{ command: 'cd x && git push' }, { command: ['bash', '-lc', 'git push'] }, { cmd: 'git push' }]
    for (const kind of ['execute', 'read', 'other'] as const) {
      for (const input of inputs) {
        expect(judgeToolCall(call(kind, input), { autonomyLevel: level }, policy)).toEqual({
          verdict: 'reject',
          reason: 'The organization forbids the command git push*.',
        })
      }
    }
  })

  it('asks for a command that it cannot read, when some are forbidden', () => {
    const policy = { commandDenylist: ['git push*'] }
    for (const unread of [call('execute'), call('execute', { description: 'git push' }), call('read')]) {
      const judged = judgeToolCall(unread, { autonomyLevel: 'high' }, policy)
      expect(judged).toEqual({ verdict: 'ask', isForPeople: true })
    }
    expect(judgeToolCall(call('read', { path: 'a.ts' }), { autonomyLevel: 'high' }, policy).verdict).toBe('allow')
  })

  it('refuses every forbidden command of a call, wherever it stands, and allows a call only if all of it is listed', () => {
    const policy = { commandDenylist: ['git push*'], commandAllowlist: ['ls'] }
    const inputs = [
      { command: 'ls', cmd: 'git push' },
      { command: 'ls', commands: ['ls', 'git push'] },
      { command: 'git', args: ['push', 'origin'] },
      { input: 'git push' },
    ]
    for (const input of inputs) {
      expect(judgeToolCall(call('execute', input), { autonomyLevel: 'high' }, policy).verdict).toBe('reject')
    }
    expect(judgeToolCall(call('execute', { command: 'ls', cmd: 'id' }), {}, policy).verdict).toBe('ask')
    expect(judgeToolCall(call('execute', { commands: ['ls'] }), {}, policy).verdict).toBe('ask')
  })

  it('asks people at every level whether a plan is good while the session plans, whatever the lists and the tool say', () => {
    const policy = { commandAllowlist: ['*'], commandDenylist: ['git push*'] }
    const leaving = [call('switch_mode', { plan: 'p' }), call('other', { plan: 'p' }, 'exit_plan_mode')]
    for (const autonomyLevel of autonomyLevels) {
      for (const each of [...leaving, call('switch_mode', { command: 'ls' })]) {
        for (const planning of [{ interactionMode: 'spec' }, { autonomyMode: 'spec' }] as const) {
          expect(judgeToolCall(each, { autonomyLevel, ...planning }, policy)).toEqual({
            verdict: 'ask',
            isForPeople: true,
          })
        }
      }
    }
    expect(judgeToolCall(call('switch_mode'), { autonomyLevel: 'high', interactionMode: 'auto' }, {}).verdict).toBe(
      'allow',
    )
  })

  it('allows listed commands at level off', () => {
    const policy = { commandAllowlist: ['npm test'] }
    expect(judgeToolCall(call('execute', { command: 'npm test' }), {}, policy).verdict).toBe('allow')
    expect(judgeToolCall(call('execute', { command: 'npm test; id' }), {}, policy).verdict).toBe('ask')
  })

  it('holds MCP servers to the list and to levels of their own', () => {
    const tool = call('other', {}, 'mcp__Tracker__create')
    const closed = { mcpPolicy: { enabled: true, allowlist: ['docs'] } }
    const open = { mcpPolicy: { enabled: true, allowlist: ['tracker'] }, mcpAutonomyOverrides: { Tracker: 'off' } }
    expect(judgeToolCall(tool, { autonomyLevel: 'high' }, closed).verdict).toBe('reject')
    expect(judgeToolCall(tool, { autonomyLevel: 'high' }, open).verdict).toBe('ask')
    expect(judgeToolCall(tool, { autonomyLevel: 'high' }, {}).verdict).toBe('allow')
  })
})

describe('options', () => {
  const options = readOptions({
    options: [
      { optionId: 'always', kind: 'allow_always', name: 'Always' },
      { optionId: 'once', kind: 'allow_once', name: 'Once' },
      { optionId: 'odd', kind: 'allow_sometimes', name: 'Odd' },
      { kind: 'reject_once' },
    ],
  })

  it('are chosen by kind, and never one that was not offered', () => {
    expect(optionFor('allow', options)?.id).toBe('once')
    expect(optionFor('reject', options)).toBeUndefined()
    expect(optionFor('allow', options.slice(0, 1))?.id).toBe('always')
  })

  it('to always allow are not offered if forbidden commands must be checked each time', () => {
    expect(offeredToPeople(options, true).map(({ id }) => id)).toEqual(['once'])
    expect(offeredToPeople(options, false).map(({ id }) => id)).toEqual(['always', 'once'])
    expect(offeredToPeople(options.slice(0, 1), true).map(({ id }) => id)).toEqual(['always'])
  })
})
