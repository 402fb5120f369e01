import { clientTypes, type UsageEventInput } from '@muster/contract/telemetry'
import { unreported } from '../../events/usage-event.ts'
import type { EventDraft } from '../draft.ts'
import { repositoryNamed } from '../vocabulary/repository-name.ts'
import { noTokens } from '../vocabulary/tokens.ts'
import { email, FieldFault, isRawEvent, matching, oneOf, optionalText, type RawEvent, time } from './fields.ts'
import { kinds } from './kinds.ts'

/**
 * What became of one event: a draft, or one sentence that names the field that is wrong. `reason` says it without what
 * the sender wrote, where that may be anything. `unknownTool` is what was given as the name of a tool and is none.
 */
export type NativeOutcome =
  | { readonly draft: EventDraft; readonly unknownTool?: string }
  | { readonly error: string; readonly reason?: string }

/** Stands for senders that speak no OpenTelemetry. */
export const nativeAgent = 'native'

const types = Object.keys(kinds) as UsageEventInput['type'][]
const agentId = /^[a-z0-9][a-z0-9_.-]{0,63}$/

/** Reads one native event. Nothing is coerced, and a field that is not known is an error. */
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
  for (const field in event) if (!fields.has(field)) throw unknownField(field, type)
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

function unknownField(field: string, type: string): FieldFault {
  const shown = field.length > 50 ? `${field.slice(0, 50)}…` : field
  return new FieldFault(`${shown.toWellFormed().replaceAll('\0', '')} is no field of a ${type}`, 'An unknown field.')
}

/** Without an id, events with equal fields and time are duplicates, in whatever order their fields stand. */
function contentKey(event: RawEvent, timeMs: number, identityFields: readonly string[]): string {
  const parts: unknown[] = ['native', timeMs]
  for (const field of identityFields) parts.push(event[field])
  return parts.join('|')
}
