import type { AgentId } from '@muster/contract/agents'
import type { UsageEventInput } from '@muster/contract/telemetry'
import type { DoneTool, Ledger } from '../ledger/ledger.ts'
import { endOf } from '../ledger/same-call.ts'
import type { History } from '../reading.ts'
import type { ModelCall, Prompt, Session } from '../record.ts'

/** The circumstances that every event contains. */
type SessionContext = Pick<UsageEventInput, 'agent' | 'agentVersion' | 'repository' | 'branch' | 'client' | 'sessionId'>

type PlaceOf = (session: string) => SessionContext

const maxLength = 200

/**
 * The usage events of a history: numbers and names, never text that somebody wrote. Ids equal those of the agent's
 * telemetry wherever both have the same id. A lazy generator, in no particular order.
 */
export function* usageEvents({
  agent: { agent },
  ledger,
}: Pick<History, 'agent' | 'ledger'>): Generator<UsageEventInput> {
  const placeOf = placesOf(agent, ledger)
  for (const session of ledger.sessions.values()) if (session.parent === undefined) yield sessionStart(session, placeOf)
  for (const prompt of ledger.prompts()) yield message(prompt, placeOf)
  for (const call of ledger.calls()) yield* modelCall(call, placeOf)
  for (const tool of ledger.tools()) yield toolCall(tool, agent, placeOf)
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

function toolCall(tool: DoneTool, agent: AgentId, placeOf: PlaceOf): UsageEventInput {
  const place = placeOf(tool.session)
  const { key, timeMs: time, name } = tool
  const event = {
    ...place,
    type: 'tool_call',
    time,
    id: idOf('tool', place.sessionId, key),
    tool: name || 'unknown',
  } as const
  // Claude Code reports the result of a call in a separate record, which would be counted in addition to this one.
  return agent === 'claude-code' ? event : { ...event, success: !tool.hasFailed }
}

/** The circumstances of each session. Like telemetry of Gemini CLI, this reports its sub-agents under their parents. */
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

/** Makes a text of a history valid for an event: no NUL, no lone surrogates, not too long. */
function cut(text: string): string {
  return text.replaceAll('\0', '').slice(0, maxLength).toWellFormed()
}
