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
  on(day: string): Iterable<UsageEventInput>
}

/** Events are made while somebody goes through them, so that a history, and a day, may be as long as they like. */
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
      const own = days.at(Date.parse(day))
      return inOrder([
        {
          numbers: own.sessions,
          timeAt: (number) => (sessions[number] as Session).timeMs,
          eventsAt: (number) => [sessionStart(sessions[number] as Session, placeOf)],
        },
        {
          numbers: own.prompts,
          timeAt: (number) => prompts.timeAt(number),
          eventsAt: (number) => [message(prompts.at(number), placeOf)],
        },
        {
          numbers: own.calls,
          timeAt: (number) => calls.endAt(number),
          eventsAt: (number) => modelCall(calls.at(number), placeOf),
        },
        {
          numbers: own.tools,
          timeAt: (number) => tools.timeAt(number),
          eventsAt: (number) => [toolCall(tools.at(number), agent, placeOf, tools.hasFailed(number))],
        },
      ])
    },
  }
}

/** Records of one kind on a day, by their numbers. */
interface Kind {
  readonly numbers: NumberList
  timeAt(number: number): number
  eventsAt(number: number): readonly UsageEventInput[]
}

/** The events of records in the order of time. Numbers are sorted, because an object for each takes thirty times the memory. */
function* inOrder(kinds: readonly Kind[]): Generator<UsageEventInput> {
  const size = kinds.reduce((sum, { numbers }) => sum + numbers.size, 0)
  const kindOf = new Uint8Array(size)
  const numberOf = new Uint32Array(size)
  const times = new Float64Array(size)
  let filled = 0
  for (const [kind, { numbers, timeAt }] of kinds.entries()) {
    for (const number of numbers) {
      kindOf[filled] = kind
      numberOf[filled] = number
      times[filled] = timeAt(number)
      filled += 1
    }
  }
  const timeAt = (at: number) => times[at] as number
  const order = new Uint32Array(size).map((_, at) => at).sort((a, b) => timeAt(a) - timeAt(b) || a - b)
  let events: UsageEventInput[] = []
  let timeMs = Number.NaN
  for (const at of order) {
    if (timeAt(at) !== timeMs) {
      yield* events.sort(byId)
      events = []
      timeMs = timeAt(at)
    }
    const kind = kinds[kindOf[at] as number] as Kind
    events.push(...kind.eventsAt(numberOf[at] as number))
  }
  yield* events.sort(byId)
}

/** Which of two threads read a file first is no reason for another order. */
function byId(a: UsageEventInput, b: UsageEventInput): number {
  return String(a.id) < String(b.id) ? -1 : 1
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
