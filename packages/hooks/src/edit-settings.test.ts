import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { agents } from './connect/agents.ts'
import { connected, disconnected, isConnected } from './connect/connect.ts'
import { findHooks, withHook, withoutHooks } from './edit-settings.ts'
import { parseSettings } from './read-settings.ts'

const commented = `// mine
{
  "model": "opus", // the large one
  "hooks": {
    /* after edits */
    "PostToolUse": [
      { "matcher": "Edit", "hooks": [{ "type": "command", "command": "a" }] }, // keep
    ],
  },
}
`

function commandsOf(source: string): string[] {
  return parseSettings('f', source).hooks.map(({ event, matcher, command }) => `${event} ${matcher} ${command}`)
}

describe('withHook', () => {
  it('adds to an entry with the same matcher, and keeps comments', () => {
    const text = withHook(commented, { event: 'PostToolUse', matcher: 'Edit', command: 'b', timeout: 5 })
    expect(commandsOf(text)).toEqual(['PostToolUse Edit a', 'PostToolUse Edit b'])
    for (const comment of ['// mine', '// the large one', '/* after edits */', '// keep'])
      expect(text).toContain(comment)
  })

  it('adds an entry, an event, and the first hook of all', () => {
    const entry = withHook(commented, { event: 'PostToolUse', matcher: 'Bash', command: 'b' })
    expect(commandsOf(entry)).toEqual(['PostToolUse Edit a', 'PostToolUse Bash b'])
    const event = withHook(entry, { event: 'Stop', command: 'c' })
    expect(commandsOf(event)).toEqual(['PostToolUse Edit a', 'PostToolUse Bash b', 'Stop  c'])
    expect(commandsOf(withHook('', { event: 'Stop', command: 'c' }))).toEqual(['Stop  c'])
    expect(commandsOf(withHook('// nothing yet\n', { event: 'Stop', command: 'c' }))).toEqual(['Stop  c'])
  })

  it('indents as the file does', () => {
    expect(withHook('{\n\t"a": 1\n}\n', { event: 'Stop', command: 'c' })).toContain('\n\t"hooks": {\n\t\t"Stop"')
  })
})

describe('withoutHooks', () => {
  it('removes hooks, with entries and events that become empty', () => {
    const all = ['b', 'c', 'b'].reduce((text, command) => withHook(text, { event: 'Stop', command }), commented)
    const text = withoutHooks(
      all,
      findHooks(all, ({ command }) => command === 'b'),
    )
    expect(commandsOf(text)).toEqual(['PostToolUse Edit a', 'Stop  c'])
    const last = withoutHooks(
      text,
      findHooks(text, ({ event }) => event === 'Stop'),
    )
    expect(parseSettings('f', last).warnings).toEqual([])
    expect(last).not.toContain('Stop')
    expect(last).toContain('// keep')
  })
})

describe('connecting an agent', () => {
  const program = "/usr/bin/node '/home/ada l/bin/muster.js'"

  it.each(Object.entries(agents))(
    'adds our command for each event of %s, once, and takes it out again',
    (name, agent) => {
      const before =
        '{\n  // mine\n  "theme": "dark",\n  "hooks": {\n    "Stop": [{ "hooks": [{ "type": "command", "command": "beep" }] }]\n  }\n}\n'
      const after = connected(before, name, agent, program)
      for (const [event, ours] of Object.entries(agent.events)) {
        const found = findHooks(
          after,
          (hook) => hook.event === event && hook.command === `${program} hooks run ${ours} --agent ${name}`,
        )
        expect([event, found.length]).toEqual([event, 1])
      }
      expect(after).toContain('// mine')
      expect(findHooks(after, ({ command }) => command === 'beep')).toHaveLength(1)
      expect(connected(after, name, agent, program)).toBe(after)
      expect(connected(after.replaceAll(` --agent ${name}`, ''), name, agent, program)).toBe(after)
      expect([isConnected(before), isConnected(after)]).toEqual([false, true])
      const undone = disconnected(after)
      expect(undone).not.toContain('muster')
      expect(findHooks(undone, () => true)).toEqual(findHooks(before, () => true))
      expect(JSON.parse(disconnected(connected('', name, agent, program)))).toEqual({})
    },
  )

  it.each(Object.entries(agents))('knows the events that %s was seen to raise', (name, agent) => {
    for (const event of Object.keys(agent.events)) {
      const path = new URL(`../test/fixtures/inputs/${name}.${event}.json`, import.meta.url)
      let seen: { hook_event_name: string } | undefined
      try {
        seen = JSON.parse(readFileSync(path, 'utf8'))
      } catch {
        // Not every event was recorded.
      }
      if (seen) expect(seen.hook_event_name).toBe(event)
    }
  })
})
