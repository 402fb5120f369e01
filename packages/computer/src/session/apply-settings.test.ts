import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AutonomyLevel } from '@muster/contract/enumerations'
import type { SessionSettings } from '@muster/contract/session'
import { describe, expect, it } from 'vitest'
import { AgentOptions } from '../acp/agent-options.ts'
import { type Loose, listOf, objectOf } from '../acp/loose.ts'
import type { AgentPreset } from '../agent/preset.ts'
import { customAgent, findPreset } from '../agent/presets.ts'
import { applySettings, type Before } from './apply-settings.ts'

/** What a real agent answered when its session was opened. */
function offeredBy(conversation: string): Loose {
  const path = join(import.meta.dirname, '../../test/fixtures/replays', `${conversation}.jsonl`)
  const lines: Loose[] = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return lines.map(({ result }) => objectOf(result)).find(({ sessionId }) => sessionId !== undefined) ?? {}
}

const select = (id: string, currentValue: string, values: readonly string[]) => ({
  id,
  category: id,
  currentValue,
  options: values.map((value) => ({ value, name: value })),
})

/** An agent that does what it is asked for, and notes it. */
function begin(preset: AgentPreset | undefined, opened: Loose) {
  if (!preset) throw new Error('There is no such preset.')
  const options = new AgentOptions('s', opened)
  const before: Before = {}
  const asked: string[] = []
  let configured = listOf(opened.configOptions)
  const ask = async (_: string, params: Loose): Promise<Loose> => {
    const { configId, value, modelId, modeId } = params
    asked.push(configId === undefined ? `${modelId ?? modeId}` : `${configId}=${value}`)
    configured = configured.map((each) => (each.id === configId ? { ...each, currentValue: value } : each))
    return configId === undefined ? {} : { configOptions: configured }
  }
  return {
    options,
    before,
    asked,
    /** A turn; what was asked for in it. */
    async turn(settings: SessionSettings, level: AutonomyLevel = 'off', other = ask) {
      asked.length = 0
      const missing = await applySettings({ preset, options, ask: other, settings, level, before })
      return { missing, asked: [...asked] }
    },
  }
}

const copilot = 'https://agentclientprotocol.com/protocol/session-modes'

describe('the limits of an agent', () => {
  it.each([
    { id: 'claude', from: 'claude-agent-acp', works: ['mode=default'], plans: ['mode=plan'] },
    { id: 'codex', from: 'codex-acp', works: ['mode=read-only'], plans: ['mode=read-only', 'collaboration_mode=plan'] },
    { id: 'gemini', from: 'gemini-cli', works: ['default'], plans: ['plan'] },
    { id: 'qwen', from: 'qwen-code', works: ['mode=default'], plans: ['mode=plan'] },
    { id: 'opencode', from: 'opencode', works: ['mode=build'], plans: ['mode=plan'] },
    {
      id: 'copilot',
      from: 'copilot',
      works: [`mode=${copilot}#agent`, 'allow_all=off'],
      plans: ['allow_all=off', `mode=${copilot}#plan`],
    },
  ])('are set at each turn, and planning ends with it: $id', async ({ id, from, works, plans }) => {
    const { turn } = begin(findPreset(id), offeredBy(from))
    expect(await turn({})).toEqual({ missing: [], asked: works })
    expect(await turn({ interactionMode: 'spec' })).toEqual({ missing: [], asked: plans })
    expect(await turn({ autonomyMode: 'spec' })).toEqual({ missing: [], asked: plans })
    const back = id === 'codex' ? [...works, 'collaboration_mode=default'] : works
    expect(await turn({})).toEqual({ missing: [], asked: back })
    expect(await turn({})).toEqual({ missing: [], asked: works })
  })

  it('of an agent without a preset are its mode “plan”, and then the mode that it was in', async () => {
    const modes = { configOptions: [select('mode', 'build', ['build', 'plan'])] }
    const { turn } = begin(customAgent('some-agent'), modes)
    expect(await turn({})).toEqual({ missing: [], asked: [] })
    expect(await turn({ interactionMode: 'spec' })).toEqual({ missing: [], asked: ['mode=plan'] })
    expect(await turn({})).toEqual({ missing: [], asked: ['mode=build'] })
  })

  it.each(['off', 'low', 'medium'] as const)(
    'that it does not offer end the turn at level %s, and say so',
    async (level) => {
      const { turn } = begin(customAgent('some-agent'), {})
      await expect(turn({ interactionMode: 'spec' }, level)).rejects.toThrow(
        'some-agent does not offer a mode in which it only plans, so it did not get this message. Update it, choose another way',
      )
      const older = begin(findPreset('codex'), {
        configOptions: [select('mode', 'agent', ['agent', 'agent-full-access'])],
      })
      await expect(older.turn({}, level)).rejects.toThrow('Codex does not offer a mode in which it asks before it acts')
    },
  )

  it('that it does not offer are told at level high, and those that it has are set', async () => {
    const { turn } = begin(findPreset('codex'), { configOptions: [select('mode', 'agent', ['agent', 'read-only'])] })
    expect(await turn({ interactionMode: 'spec' }, 'high')).toEqual({
      missing: ['a mode in which it only plans'],
      asked: ['mode=read-only'],
    })
  })

  it('end the turn if the agent takes another value than it was asked for', async () => {
    const opened = { configOptions: [select('mode', 'agent', ['agent', 'read-only'])] }
    const { turn } = begin(findPreset('codex'), opened)
    await expect(turn({}, 'off', async () => opened)).rejects.toThrow('does not offer a mode in which it asks')
  })
})

describe('the model of an agent', () => {
  const opened = {
    configOptions: [select('model', 'large', ['large', 'small']), select('thought_level', 'low', ['low', 'max'])],
  }

  it.each([{ model: 'default' }, {}])('is set back to the one that it had by %j', async (settings) => {
    const { turn, options } = begin(customAgent('some-agent'), opened)
    expect(await turn(settings)).toEqual({ missing: [], asked: [] })
    expect((await turn({ model: 'small', reasoningEffort: 'max' })).asked).toEqual(['model=small', 'thought_level=max'])
    expect((await turn({ model: 'small', reasoningEffort: 'max' })).asked).toEqual([])
    expect((await turn(settings)).asked).toEqual(['model=large', 'thought_level=low'])
    expect(options.current('model')).toBe('large')
    expect((await turn(settings)).asked).toEqual([])
  })

  it('is set back after a new start too, by what was noted', async () => {
    const first = begin(customAgent('some-agent'), opened)
    await first.turn({ model: 'small' })
    const again = begin(customAgent('some-agent'), { configOptions: [select('model', 'small', ['large', 'small'])] })
    Object.assign(again.before, JSON.parse(JSON.stringify(first.before)))
    expect((await again.turn({})).asked).toEqual(['model=large'])
  })

  it('is set back though the agent does not offer the one with which it began', async () => {
    const { turn } = begin(customAgent('some-agent'), {
      configOptions: [select('model', 'preview', ['large', 'small'])],
    })
    expect((await turn({ model: 'small' })).asked).toEqual(['model=small'])
    expect(await turn({})).toEqual({ missing: [], asked: ['model=preview'] })
  })

  it('is said to be another one for as long as the agent refuses to take the first one back', async () => {
    const { turn, options } = begin(customAgent('some-agent'), opened)
    await turn({ model: 'small' })
    const refuse = () => Promise.reject(new Error('refused'))
    expect((await turn({}, 'off', refuse)).missing).toEqual(['large, with which it began'])
    expect(options.current('model')).toBe('small')
    expect(await turn({})).toEqual({ missing: [], asked: ['model=large'] })
  })

  it('is the one that the agent reports, also when it changes it by itself', async () => {
    const { turn, options } = begin(customAgent('some-agent'), opened)
    await turn({ model: 'small' })
    options.see({
      sessionUpdate: 'config_option_update',
      configOptions: [select('model', 'large', ['large', 'small'])],
    })
    expect(options.current('model')).toBe('large')
    expect((await turn({ model: 'small' })).asked).toEqual(['model=small'])
  })

  it('is Claude’s own default where that is one of its values, and none that nobody offers', async () => {
    const { turn } = begin(findPreset('claude'), offeredBy('claude-agent-acp'))
    expect((await turn({ model: 'haiku' })).asked).toContain('model=haiku')
    expect((await turn({ model: 'default' })).asked).toContain('model=default')
    expect((await turn({ model: 'nonsense' })).missing).toEqual(['the model nonsense'])
  })
})

it('takes the mode that an agent reports for the one that it is in', () => {
  const { options } = begin(findPreset('gemini'), offeredBy('gemini-cli'))
  options.see({ sessionUpdate: 'current_mode_update', currentModeId: 'plan' })
  expect([options.current('mode'), options.currentName('mode')]).toEqual(['plan', 'Plan'])
})
