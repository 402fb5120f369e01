import type { AgentId } from '@muster/contract/agents'
import type { UsageEventInput } from '@muster/contract/telemetry'
import type { Ledger } from '../ledger/ledger.ts'
import { NumberList } from '../ledger/numbers.ts'
import { endOf } from '../ledger/same-call.ts'
import type { History } from '../read-history.ts'
import type { ModelCall, Prompt, Session, ToolCall } from '../record.ts'

/** The circumstances of every event. */
type SessionContext = Pick<UsageEventInput, 'agent' | 'agentVersion' | 'repository' | 'branch' | 'client' | 'sessionId'>

type PlaceOf = (session: string) => SessionContext

const maxLength = 200

const dayMs = 86_400_000

/** The usage events of a history: numbers and names, and never text that somebody wrote. */
export interface DaysOfEvents {
  /** The days in UTC that have events, as `2026-11-15`, the first one first. */
  readonly days: readonly string[]
  /** The events of a day, in the order of time. Ids equal those of the agent's telemetry wherever both have the same id. */
  on(day: string): UsageEventInput[]
}

/** Only the events of one day are in memory at a time, so that a history may be as long as it likes. */
export function usageEvents({ agent: { agent }, ledger }: Pick<History, 'agent' | 'ledger'>): DaysOfEvents {
  const { prompts, calls, tools } = ledger
  const placeOf = placesOf(agent, ledger)
  const sessions = [...ledger.sessions.values()].filter(({ parent }) => parent === undefined)
  const days = new Days()
  for (const [number, { timeMs }] of sessions.entries()) days.at(timeMs).sessions.add(number)
  for (let number = 0; number < prompts.size; number += 1) days.at(prompts.timeAt(number)).prompts.add(number)
  for (let number = 0; number < calls.size; number += 1) days.at(calls.endAt(number)).calls.add(number)
  for (let number = 0; number < tools.size; number += 1) days.at(tools.timeAt(number)).tools.add(number)
  return {
    days: days.names(),
    on(day) {
      const events: UsageEventInput[] = []
      const own = days.at(Date.parse(day))
      for (const number of own.sessions) events.push(sessionStart(sessions[number] as Session, placeOf))
      for (const number of own.prompts) events.push(message(prompts.at(number), placeOf))
      for (const number of own.calls) events.push(...modelCall(calls.at(number), placeOf))
      for (const number of own.tools) events.push(toolCall(tools.at(number), agent, placeOf, tools.hasFailed(number)))
      // Which of two threads read a file first is no reason for another order.
      return events.sort((a, b) => Number(a.time) - Number(b.time) || (String(a.id) < String(b.id) ? -1 : 1))
    },
  }
}

/** Which records belong to a day, by their numbers. */
class Day {
  readonly sessions = new NumberList()
  readonly prompts = new NumberList()
  readonly calls = new NumberList()
  readonly tools = new NumberList()
}

class Days {
  readonly #days = new Map<number, Day>()

  at(timeMs: number): Day {
    const number = Math.floor(timeMs / dayMs)
    const known = this.#days.get(number)
    if (known) return known
    const day = new Day()
    this.#days.set(number, day)
    return day
  }

  names(): string[] {
    return [...this.#days.keys()].sort((a, b) => a - b).map((day) => new Date(day * dayMs).toISOString().slice(0, 10))
  }
}

function sessionStart({ key, timeMs }: Session, placeOf: PlaceOf): UsageEventInput {
  const place = placeOf(key)
  return { ...place, type: 'session_start', time: timeMs, id: idOf('session', place.sessionId) }
}

function message({ key, session, timeMs }: Prompt, placeOf: PlaceOf): UsageEventInput {
  const place = placeOf(session)
  return { ...place, type: 'message', role: 'user', time: timeMs, id: idOf('user', place.sessionId, key) }
}

function modelCall(call: ModelCall, placeOf: PlaceOf): UsageEventInput[] {
  const place = placeOf(call.session)
  const { input, cacheRead, cacheWrite, cacheWriteHour, output, reasoning } = call.tokens
  const known = [place.sessionId, call.telemetryId ?? call.key]
  const shared = { ...place, time: endOf(call) }
  const written = cacheWrite + cacheWriteHour
  const used: UsageEventInput = {
    ...shared,
    type: 'model_call',
    id: idOf('call', ...known),
    model: cut(call.model) || 'unknown',
    inputTokens: input + cacheRead + written,
    outputTokens: output,
    cacheReadTokens: cacheRead,
    cacheWriteTokens: written,
    ...(cacheWriteHour > 0 && { cacheWriteHourTokens: cacheWriteHour }),
    thinkingTokens: reasoning,
    ...(call.cost !== undefined && { cost: call.cost }),
  }
  return [used, { ...shared, type: 'message', role: 'assistant', id: idOf('call', ...known, 'message') }]
}

function toolCall(tool: ToolCall, agent: AgentId, placeOf: PlaceOf, hasFailed: boolean): UsageEventInput {
  const place = placeOf(tool.session)
  const { key, timeMs: time, name } = tool
  const event = {
    ...place,
    type: 'tool_call',
    time,
    id: idOf('tool', place.sessionId, key),
    tool: name || 'unknown',
  } as const
  // Claude Code reports the result of a call in a separate record, which would count besides this one.
  return agent === 'claude-code' ? event : { ...event, success: !hasFailed }
}

/** The circumstances of each session. Telemetry of Gemini CLI reports a sub-agent under its parent. */
function placesOf(agent: AgentId, ledger: Ledger): PlaceOf {
  const places = new Map<string, SessionContext>()
  return (key) => {
    const known = places.get(key)
    if (known) return known
    const session = ledger.sessions.get(key)
    const parent = agent === 'gemini-cli' ? session?.parent : undefined
    const place = placeIn(agent, parent ?? key, session)
    places.set(key, place)
    return place
  }
}

function placeIn(agent: AgentId, sessionId: string, session: Session | undefined): SessionContext {
  const { version = '', repository = '', branch = '', isUnattended = false } = session ?? {}
  return {
    agent,
    client: isUnattended ? 'non-interactive-cli' : 'terminal-ui',
    ...(sessionId !== '' && { sessionId: cut(sessionId) }),
    ...(version !== '' && { agentVersion: version.slice(0, 100) }),
    ...(repository !== '' && { repository: cut(repository) }),
    ...(branch !== '' && { branch: cut(branch) }),
  }
}

function idOf(...parts: readonly (string | undefined)[]): string {
  return cut(parts.join('|'))
}

/** Texts of a history may contain anything. */
function cut(text: string): string {
  return text.replaceAll('\0', '').slice(0, maxLength).toWellFormed()
}
