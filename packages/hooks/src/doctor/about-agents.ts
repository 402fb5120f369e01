import type { Refusal } from '../read-regular-file.ts'
import type { ConfiguredHook } from '../read-settings.ts'
import type { AgentWithTools } from './connected-agents.ts'
import { toolsOf } from './known-tools.ts'

/**
 * Connected agents with tools that a matcher misses: either all tools, so that it matches nothing, or some that are the
 * same tool under another name.
 */
export function aboutAgents({ pattern, matcher }: ConfiguredHook, agents: readonly AgentWithTools[]): Refusal[] {
  const shown = JSON.stringify(matcher)
  const hits = agents.map(({ id, name }) => {
    const matched = toolsOf(id).filter((names) => names.some((each) => pattern.test(each) === true))
    return { id, name, matched }
  })
  if (hits.every(({ matched }) => matched.length === 0)) {
    if (agents.length === 0) return []
    const names = agents.map(({ name }) => name).join(', ')
    return [{ message: `The matcher ${shown} matches no tool of the connected agents (${names}).`, fix: advice }]
  }
  const meant = new Set(hits.flatMap(({ matched }) => matched.flat()))
  return hits
    .filter(({ matched }) => matched.length === 0)
    .flatMap(({ id, name }) => {
      const missed = toolsOf(id).find((names) => names.some((each) => meant.has(each)))
      if (!missed) return []
      const message = `The matcher ${shown} does not match ${name}, which calls the same tool ${missed[0]}.`
      return [{ message, fix: `Write ${missed.at(-1)}, which means it with every agent.` }]
    })
}

const advice = 'Use the names that are the same for all agents, as in "Bash" or "Edit|Write".'
