import { canonicalModel, modelChoices } from '@muster/contract/model-name'
import { maxTokensOfCall } from '@muster/contract/telemetry'
import { dayOf } from '../../ground/platform/days.ts'
import { blank, type UsageEvent, type UsageType } from '../../know/events/usage-event.ts'
import { billableTokens } from '../../know/ingest/draft.ts'
import { sharedWorkOf } from '../../know/ingest/vocabulary/shared-work.ts'
import { toolNamed } from '../../know/ingest/vocabulary/tool-names.ts'
import { idOf, measuresOfQuantity } from '../../know/ingest/writing/attributed-draft.ts'
import type { CountedReport, EndedTurn } from './ended-turn.ts'
import { type Spent, spentOf, unknownModel } from './spent.ts'

const levels: Readonly<Record<string, string>> = {
  off: 'manual',
  low: 'auto-low',
  medium: 'auto-medium',
  high: 'auto-high',
}

type Fields = Partial<UsageEvent>
type Call = CountedReport['calls'][number]

/**
 * The usage events of a turn, at the time of its end. A call, its result and the decision about it are three events, so
 * that telemetry can replace one without the others. The tokens of a model are one event without a number of calls,
 * because the relay reports only their sum. Event ids are derived from the turn, so sending the events again is
 * idempotent.
 */
export function eventsOfTurn(organizationId: string, turn: EndedTurn): UsageEvent[] {
  const { sessionId, turnId, userId, agentSession, client, at, inForce, report } = turn
  const { agent = 'native', agentVersion = '', repository = '', branch = '' } = inForce ?? {}
  const event = (type: UsageType, key: string, fields: Fields = {}, sharedKey?: string): UsageEvent => ({
    id: idOf(organizationId, type, sharedKey ?? `muster session ${sessionId} ${key}`),
    timeMs: at,
    user: `u:${userId}`,
    session: agentSession ?? sessionId,
    client,
    type,
    ...blank,
    ...{ agent, agentVersion, repository, branch },
    ...fields,
    ...measuresOfQuantity(type, fields.name ?? '', fields.quantity ?? 1),
  })
  const level = levelOf(turn)
  const calls = callsOf(turn)

  function ofCall(call: Call): UsageEvent[] {
    const key = `${turnId} ${call.id}`
    const { name, mcpServer } = toolNamed(call.name, '')
    const about = { name, detail: mcpServer }
    const { outcome, decision, decidedBy = '', durationMs = null } = call
    const decided = decision ? [event('tool_decision', key, { ...about, decision, decidedBy })] : []
    if (decision === 'refuse') return decided
    const files = (call.files ?? []).map(({ operation, extension, language }, index) =>
      event('file', `${key} ${index}`, { name: operation, detail: extension, extra: language }),
    )
    const { commits = 0, sha = '', pullRequests = 0, pullRequestUrl = '' } = call
    const shared = sharedWorkOf({ commits, sha, pullRequests, pullRequestUrl })
    return [
      event('tool_call', key, { ...about, extra: level }),
      ...(outcome ? [event('tool_result', key, { ...about, outcome, durationMs })] : []),
      ...decided,
      ...files,
      ...shared.map(({ type, sharedKey, ...fields }) => event(type, key, fields, sharedKey)),
    ]
  }

  return [
    ...(turn.isFirst ? [event('session_start', 'start', { extra: level })] : []),
    event('message', turnId, { name: 'user' }),
    ...turn.answers.map((id) => event('message', id, { name: 'assistant' })),
    ...calls.flatMap(ofCall),
    ...linesOf(calls).map((fields) => event('line_change', `${turnId} ${fields.name}`, fields)),
    ...(report?.activeMs ? [event('active_time', turnId, { name: 'agent', quantity: report.activeMs })] : []),
    ...(report?.modelError ? [event('model_failure', turnId, failureOf(turn, report.modelError))] : []),
    ...(spentIn(turn) ?? []).flatMap((one, index) => {
      const fields = modelCall(one)
      return fields ? [event('model_call', index === 0 ? turnId : `${turnId} ${index}`, fields)] : []
    }),
  ]
}

function levelOf({ interactionMode, autonomyLevel }: EndedTurn): string {
  if (interactionMode === 'spec') return 'spec'
  return autonomyLevel === null ? '' : (levels[autonomyLevel] ?? '')
}

/** The calls that ran, as the conversation shows them, with the computer's details, followed by the refused calls. */
function callsOf({ tools, report }: EndedTurn): Call[] {
  const told = new Map((report?.calls ?? []).map((call) => [call.id, call]))
  const shown = tools.map(({ id, name, isError }): Call => {
    const outcome = isError === undefined ? {} : { outcome: isError ? ('error' as const) : ('success' as const) }
    return { ...outcome, ...told.get(id), id, name }
  })
  const ids = new Set(tools.map(({ id }) => id))
  const refused = [...told.values()].filter(({ id, decision }) => decision === 'refuse' && !ids.has(id))
  return [...shown, ...refused]
}

/** Sums the lines of all calls. A count of 0 is left out, as agents that report lines do. */
function linesOf(calls: readonly Call[]): (Fields & { readonly name: string })[] {
  const files = calls.flatMap((call) => call.files ?? [])
  const sum = (field: 'linesAdded' | 'linesRemoved') => files.reduce((lines, file) => lines + (file[field] ?? 0), 0)
  return [
    { name: 'added', quantity: sum('linesAdded') },
    { name: 'removed', quantity: sum('linesRemoved') },
  ].filter(({ quantity }) => quantity > 0)
}

function failureOf({ inForce }: EndedTurn, errorKind: string): Fields {
  const model = inForce?.model ?? unknownModel
  return { ...named(modelChoices.has(model) ? unknownModel : model), errorKind }
}

/** Nodes of an earlier version store only the sum. */
function spentIn({ spent, usage, model, at }: EndedTurn): readonly Spent[] | null {
  return spent ?? (usage && spentOf({ usage, model: model ?? undefined }, dayOf(at), undefined))
}

function modelCall({ model, usage, cost, currency = '' }: Spent): Fields | undefined {
  const { cacheReadTokens, cacheCreationTokens: cacheWriteTokens, outputTokens } = usage
  const inputTokens = usage.inputTokens + cacheReadTokens + cacheWriteTokens
  const tokens = { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }
  const isPlausible = Object.values(tokens).every((count) => count >= 0 && count <= maxTokensOfCall * 1_000)
  if (!isPlausible || inputTokens + outputTokens === 0) return undefined
  return {
    ...named(model),
    detail: usage.thinkingTokens > 0 ? 'thinking' : 'standard',
    quantity: 0,
    ...tokens,
    billableTokens: billableTokens(tokens),
    ...(cost !== undefined && { cost, currency }),
  }
}

function named(model: string): Fields {
  const name = canonicalModel(model)
  return { name, rawName: name === model ? '' : model }
}
