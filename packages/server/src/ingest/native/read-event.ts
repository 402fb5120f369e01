import { redactSecrets } from '@muster/contract/redact-secrets'
import { clientTypes } from '@muster/contract/telemetry'
import { type UsageType, usageTypes } from '../../events/usage-event.ts'
import type { EventDraft } from '../draft.ts'
import {
  extensionOf,
  languageNamed,
  languageOfExtension,
  languageOfPath,
  normalExtension,
} from '../vocabulary/languages.ts'
import { noTokens, type Tokens, tokensWithCache } from '../vocabulary/tokens.ts'
import { plausibleToolName, unknownTool as unknownName } from '../vocabulary/tool-names.ts'
import { commitKey, pullRequestKey } from '../vocabulary/work-keys.ts'
import {
  autonomyLevel,
  email,
  FieldFault,
  isRawEvent,
  oneOf,
  optionalText,
  type RawEvent,
  requiredText,
  time,
  tokens,
} from './fields.ts'

/**
 * What became of one event: a draft, or one sentence that names the field that is wrong. `reason` says it without what
 * the sender wrote, where that may be anything. `unknownTool` is what was given as the name of a tool and is none.
 */
export type NativeOutcome =
  | { readonly draft: EventDraft; readonly unknownTool?: string }
  | { readonly error: string; readonly reason?: string }

/** Stands for senders that speak no OpenTelemetry. */
export const nativeAgent = 'native'

/** What an event of a type says besides who and when. */
interface Content {
  readonly name?: string
  readonly detail?: string
  readonly extra?: string
  readonly tokens?: Tokens
  /** Takes the place of the event's id, for what is the same thing whoever reports it. */
  readonly key?: string
  readonly unknownTool?: string
}

interface Kind {
  readonly fields: ReadonlySet<string>
  /** The fields that tell two events of this kind apart, apart from their time. */
  readonly telling: readonly string[]
  readonly read: (event: RawEvent) => Content
}

function kind(own: readonly string[], read: (event: RawEvent) => Content): Kind {
  const telling = ['type', 'userEmail', 'sessionId', 'client', ...own]
  return { fields: new Set(['id', 'time', ...telling]), telling, read }
}

const named = kind(['name'], (event) => ({ name: requiredText(event, 'name') }))

const kinds: Readonly<Record<UsageType, Kind>> = {
  session_start: kind([], () => ({})),
  message: kind(['role'], (event) => ({ name: oneOf(event, 'role', ['user', 'assistant']) })),
  model_call: kind(
    ['model', 'tier', 'inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'thinkingTokens'],
    modelCall,
  ),
  tool_call: kind(['tool', 'mcpServer', 'autonomyLevel', 'success'], toolCall),
  skill: named,
  slash_command: named,
  hook: kind(['event', 'matcher', 'command'], (event) => ({
    name: requiredText(event, 'event'),
    detail: optionalText(event, 'matcher'),
    extra: redactSecrets(requiredText(event, 'command', 4000))
      .slice(0, 1000)
      .toWellFormed(),
  })),
  file: kind(['operation', 'path', 'extension', 'language'], file),
  commit: kind(['sha'], (event) => {
    const name = optionalText(event, 'sha').toLowerCase()
    if (name !== '' && !/^[0-9a-f]{4,64}$/.test(name)) throw new FieldFault('sha must be hexadecimal digits')
    return name === '' ? {} : { name, key: commitKey(name) }
  }),
  pull_request: kind(['url'], (event) => {
    const name = optionalText(event, 'url')
    if (name !== '' && !/^https?:\/\/[^\s@]+$/.test(name)) {
      throw new FieldFault('url must be an http or https address without credentials')
    }
    return name === '' ? {} : { name, key: pullRequestKey(name) }
  }),
}

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
  const type = oneOf(event, 'type', usageTypes)
  const { fields, telling, read: readContent } = kinds[type]
  for (const field in event) if (!fields.has(field)) throw unknownField(field, type)
  const timeMs = time(event, 'time', nowMs)
  const client = oneOf(event, 'client', clientTypes)
  const content = readContent(event)
  const { name = '', detail = '', extra = '', unknownTool } = content
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = content.tokens ?? noTokens
  const userEmail = email(event, 'userEmail')
  const session = optionalText(event, 'sessionId')
  const id = optionalText(event, 'id')
  const draft: EventDraft = {
    key: content.key ?? (id === '' ? contentKey(event, timeMs, telling) : `native|${id}`),
    isShared: content.key !== undefined,
    agent: nativeAgent,
    timeMs,
    email: userEmail,
    anonymousId: undefined,
    session,
    client,
    type,
    name,
    detail,
    extra,
    quantity: 1,
    inputTokens,
    outputTokens,
    cacheReadTokens,
    cacheWriteTokens,
    counter: undefined,
  }
  return unknownTool === undefined ? { draft } : { draft, unknownTool }
}

function unknownField(field: string, type: UsageType): FieldFault {
  const shown = field.length > 50 ? `${field.slice(0, 50)}…` : field
  return new FieldFault(`${shown.toWellFormed().replaceAll('\0', '')} is no field of a ${type}`, 'An unknown field.')
}

/** An event without an id is the same as another that says the same of the same millisecond, in whatever order. */
function contentKey(event: RawEvent, timeMs: number, telling: readonly string[]): string {
  const parts: unknown[] = ['native', timeMs]
  for (const field of telling) parts.push(event[field])
  return parts.join('|')
}

function modelCall(event: RawEvent): Content {
  const input = tokens(event, 'inputTokens')
  const output = tokens(event, 'outputTokens')
  if (input === undefined) throw new FieldFault('inputTokens is missing')
  if (output === undefined) throw new FieldFault('outputTokens is missing')
  const cacheRead = tokens(event, 'cacheReadTokens')
  const cacheWrite = tokens(event, 'cacheWriteTokens')
  const counted = tokensWithCache({ input, output, cacheRead, cacheWrite })
  if (typeof counted === 'string') throw new FieldFault('inputTokens must include cacheReadTokens and cacheWriteTokens')
  const thinking = (tokens(event, 'thinkingTokens') ?? 0) > 0
  const tier = event.tier === undefined ? 'standard' : oneOf(event, 'tier', ['standard', 'thinking'])
  return { name: requiredText(event, 'model'), detail: thinking ? 'thinking' : tier, tokens: counted }
}

function toolCall(event: RawEvent): Content {
  const raw = requiredText(event, 'tool', 1000)
  const { success } = event
  if (success !== undefined && typeof success !== 'boolean') throw new FieldFault('success must be true or false')
  const name = plausibleToolName(raw)
  const content = {
    name: name ?? unknownName,
    detail: optionalText(event, 'mcpServer').trim(),
    extra: autonomyLevel(event, 'autonomyLevel'),
  }
  return name === undefined ? { ...content, unknownTool: raw } : content
}

function file(event: RawEvent): Content {
  const name = oneOf(event, 'operation', ['create', 'edit'])
  const path = optionalText(event, 'path', 4096)
  const given = event.extension
  if (path === '' && given === undefined) throw new FieldFault('path or extension is missing')
  if (path !== '' && given !== undefined) throw new FieldFault('extension must not be given beside path')
  const detail = path === '' ? normalExtension(optionalText(event, 'extension')) : extensionOf(path)
  const known = path === '' ? languageOfExtension(detail) : languageOfPath(path)
  const language = optionalText(event, 'language').trim()
  return { name, detail, extra: languageNamed(language) || language || known }
}
