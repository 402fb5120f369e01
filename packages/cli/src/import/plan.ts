import { agents } from '@muster/contract/agents'
import type { Portion } from '@muster/history/import/portions'
import type { Output } from '../terminal/output.ts'

/** The part of an import for one agent. */
interface PlannedAgent {
  readonly agent: keyof typeof agents
  readonly firstDay: string
  readonly lastDay: string
  readonly sessions: number
  readonly prompts: number
  readonly modelCalls: number
  readonly toolCalls: number
}

export interface Plan {
  /** The number of requests. */
  readonly portions: number
  readonly agents: readonly PlannedAgent[]
}

/** Summarizes portions. They are read one by one, because together they may not fit into memory. */
export function planOf(portions: Iterable<Portion>): Plan {
  const agentsById = new Map<string, Writable<PlannedAgent>>()
  let count = 0
  for (const { agent, name, events } of portions) {
    count += 1
    const day = name.slice(0, 10)
    const planned = agentsById.get(agent) ?? { agent, firstDay: day, lastDay: day, ...nothing }
    agentsById.set(agent, planned)
    planned.lastDay = day
    for (const event of events) {
      const { type } = event
      if (type === 'session_start') planned.sessions += 1
      else if (type === 'model_call') planned.modelCalls += 1
      else if (type === 'tool_call') planned.toolCalls += 1
      else if (type === 'message' && event.role === 'user') planned.prompts += 1
    }
  }
  return { portions: count, agents: [...agentsById.values()] }
}

/** The question before anything is sent. With watching, one confirmation also covers later events. */
export function questionOf({ portions }: Plan, isWatching: boolean): string | undefined {
  const later = 'what agents add from now on?'
  if (portions === 0) return isWatching ? `Send ${later}` : undefined
  return isWatching ? `Send it, and ${later}` : 'Send it?'
}

type Writable<T> = { -readonly [Field in keyof T]: T[Field] }

const nothing = { sessions: 0, prompts: 0, modelCalls: 0, toolCalls: 0 }

const sentence = {
  sent: 'Sent are times, ids of sessions and calls, names of models and tools, numbers of tokens, costs that the agent noted, its version, and the repository and branch where it noted them.',
  never: 'Never sent are prompts, answers, code, commands, and names or contents of files.',
  deleted: 'Claude Code deletes its history after 30 days, so import it before.',
}

/** Shows what would be sent. */
export function showPlan(plan: readonly PlannedAgent[], url: string | null, out: Output): void {
  out.table(
    plan,
    [
      { header: 'AGENT', value: ({ agent }) => agents[agent].title, whole: true },
      { header: 'FROM', value: ({ firstDay }) => firstDay, whole: true },
      { header: 'TO', value: ({ lastDay }) => lastDay, whole: true },
      { header: 'SESSIONS', value: ({ sessions }) => sessions },
      { header: 'PROMPTS', value: ({ prompts }) => prompts },
      { header: 'CALLS', value: ({ modelCalls }) => modelCalls },
      { header: 'TOOLS', value: ({ toolCalls }) => toolCalls },
    ],
    'Nothing is left to import.',
  )
  if (plan.length === 0) return
  out.note(
    url === null ? 'This would go to the service that you log in to with `muster login`.' : `This goes to ${url}.`,
  )
  out.note(sentence.sent)
  out.note(sentence.never)
  if (plan.some(({ agent }) => agent === 'claude-code')) out.note(sentence.deleted)
}
