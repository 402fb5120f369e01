import { agents } from '@muster/contract/agents'
import { groupBy } from '@muster/contract/group-by'
import type { Portion } from '@muster/history/import/portions'
import type { Output } from '../terminal/output.ts'

/** The part of an import that belongs to one agent. */
interface PlannedAgent {
  readonly agent: keyof typeof agents
  readonly firstDay: string
  readonly lastDay: string
  readonly sessions: number
  readonly prompts: number
  readonly modelCalls: number
  readonly toolCalls: number
}

export function planOf(portions: readonly Portion[]): PlannedAgent[] {
  return [...groupBy(portions, ({ agent }) => agent)].map(([agent, own]) => {
    const events = own.flatMap((portion) => portion.events)
    const of = (type: string) => events.filter((event) => event.type === type).length
    const days = own.map(({ name }) => name.slice(0, 10)).sort()
    return {
      agent,
      firstDay: days.at(0) ?? '',
      lastDay: days.at(-1) ?? '',
      sessions: of('session_start'),
      prompts: events.filter((event) => event.type === 'message' && event.role === 'user').length,
      modelCalls: of('model_call'),
      toolCalls: of('tool_call'),
    }
  })
}

const sentence = {
  sent: 'Sent are times, ids of sessions and calls, names of models and tools, numbers of tokens, costs that the agent noted, its version, and the repository and branch where it noted them.',
  never: 'Never sent are prompts, answers, code, commands, and names or contents of files.',
  deleted: 'Claude Code deletes its history after 30 days, so import it before.',
}

/** Shows what would be sent. */
export function showPlan(plan: readonly PlannedAgent[], url: string, out: Output): void {
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
  out.note(`This goes to ${url}.`)
  out.note(sentence.sent)
  out.note(sentence.never)
  if (plan.some(({ agent }) => agent === 'claude-code')) out.note(sentence.deleted)
}
