import type { Fact } from '../events/usage-event.ts'
import { add, type Counts } from './counts.ts'

/** Event, then matcher, then command. */
export type HookCounts = Map<string, Map<string, Counts>>

/** How often each name occurred on a day. */
export interface NameCounts {
  readonly tools: Counts
  /** As senders spelled them, without white space around them. */
  readonly mcpServers: Counts
  readonly skills: Counts
  readonly slashCommands: Counts
  readonly hooks: HookCounts
  readonly extensions: Counts
  readonly languages: Counts
}

export function noNames(): NameCounts {
  return {
    tools: new Map(),
    mcpServers: new Map(),
    skills: new Map(),
    slashCommands: new Map(),
    hooks: new Map(),
    extensions: new Map(),
    languages: new Map(),
  }
}

export function addNames(counts: NameCounts, fact: Fact): void {
  const { name, detail, extra, quantity } = fact
  switch (fact.type) {
    case 'tool_call': {
      add(counts.tools, name, quantity)
      const server = detail.trim()
      if (server !== '') add(counts.mcpServers, server, quantity)
      break
    }
    case 'skill':
      add(counts.skills, name, quantity)
      break
    case 'slash_command':
      add(counts.slashCommands, name, quantity)
      break
    case 'hook':
      addHook(counts.hooks, fact)
      break
    case 'file':
      if (name !== 'create' && name !== 'edit') break
      add(counts.extensions, detail, quantity)
      if (extra !== '') add(counts.languages, extra, quantity)
      break
  }
}

function addHook(hooks: HookCounts, { name: event, detail: matcher, extra: command, quantity }: Fact): void {
  const matchers = hooks.get(event) ?? hooks.getOrInsert(event, new Map())
  const commands = matchers.get(matcher) ?? matchers.getOrInsert(matcher, new Map())
  add(commands, command, quantity)
}
