import { repositoryNamed } from '@muster/contract/repository-name'
import { clientTypes, type UsageEventInput } from '@muster/contract/telemetry'
import { unreported } from '../../events/usage-event.ts'
import type { EventDraft } from '../draft.ts'
import { noTokens } from '../vocabulary/tokens.ts'
import { email, FieldFault, isRawEvent, matching, oneOf, optionalText, type RawEvent, time } from './fields.ts'
import { kinds } from './kinds.ts'

/**
 * The outcome of one event: a draft, or one sentence that names the wrong field. `reason` is the same sentence without
 * the sender's own text. `unknownTool` is a given tool name that is not plausible.
 */
export type NativeOutcome =
  | { readonly draft: EventDraft; readonly unknownTool?: string }
  | { readonly error: string; readonly reason?: string }

/** The agent of senders that do not use OpenTelemetry. */
export const nativeAgent = 'native'

const types = Object.keys(kinds) as UsageEventInput['type'][]
/** A refusal names at most this many unknown fields, and counts the others. */
const shownFields = 10
const agentId = /^[a-z0-9][a-z0-9_.-]{0,63}$/

/** Reads one native event. Nothing is coerced, and an unknown field is an error. */
export function readEvent(value: unknown, nowMs: number): NativeOutcome {
  try {
    return read(value, nowMs)
  } catch (error) {
    if (error instanceof FieldFault)
      return { error: `${error.message}.`, ...(error.reason && { reason: error.reason }) }
    throw error
  }
}

function read(event: unknown, nowMs: number): NativeOutcome {
  if (!isRawEvent(event)) throw new FieldFault('An event must be an object')
  const type = oneOf(event, 'type', types)
  const { fields, identityFields, read: readContent } = kinds[type]
  for (const field in event) if (!fields.has(field)) throw unknownFields(event, fields, type)
  const timeMs = time(event, 'time', nowMs)
  const client = oneOf(event, 'client', clientTypes)
  const { tokens = noTokens, key, unknownTool, ...content } = readContent(event)
  const userEmail = email(event, 'userEmail')
  const session = optionalText(event, 'sessionId')
  const id = optionalText(event, 'id')
  const agent = matching(event, 'agent', agentId, 'a lower-case identifier of up to 64 characters') || nativeAgent
  const draft: EventDraft = {
    ...unreported,
    key: key ?? (id === '' ? contentKey(event, timeMs, identityFields) : `${agent}|${id}`),
    isShared: key !== undefined,
    agent,
    timeMs,
    email: userEmail,
    anonymousId: undefined,
    session,
    client,
    type,
    name: '',
    detail: '',
    extra: '',
    quantity: 1,
    ...tokens,
    agentVersion: optionalText(event, 'agentVersion', 100),
    repository: repositoryNamed(optionalText(event, 'repository')),
    branch: optionalText(event, 'branch'),
    team: optionalText(event, 'team').trim(),
    ...content,
    counter: undefined,
  }
  return unknownTool === undefined ? { draft } : { draft, unknownTool }
}

/** Names all of them at once, so that a sender of a later version learns from one answer what to leave out. */
function unknownFields(event: RawEvent, fields: ReadonlySet<string>, type: string): FieldFault {
  const unknown = Object.keys(event).filter((field) => !fields.has(field))
  const names = unknown.slice(0, shownFields).map(shownName)
  const rest = unknown.length - names.length
  if (rest > 0) names.push(`${rest} more`)
  const last = names.pop() ?? ''
  const verb = names.length > 0 ? `${names.join(', ')} and ${last} are no fields` : `${last} is no field`
  return new FieldFault(`${verb} of a ${type}`, 'An unknown field.')
}

function shownName(field: string): string {
  const shown = field.length > 50 ? `${field.slice(0, 50)}…` : field
  return shown.toWellFormed().replaceAll('\0', '')
}

/** Without an id, events with equal fields and time are duplicates, whatever the order of their fields. */
function contentKey(event: RawEvent, timeMs: number, identityFields: readonly string[]): string {
  const parts: unknown[] = ['native', timeMs]
  for (const field of identityFields) parts.push(event[field])
  return parts.join('|')
}
