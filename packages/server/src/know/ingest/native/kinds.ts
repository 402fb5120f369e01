import { canonicalModel } from '@muster/contract/model-name'
import { redactSecrets } from '@muster/contract/redact-secrets'
import {
  errorKindPattern,
  maxCostOfCall,
  maxDurationMs,
  maxHookCommandLength,
  maxLinesOfFile,
  maxPathLength,
  maxToolNameLength,
  pullRequestPattern,
  shaPattern,
  type UsageEventInput,
} from '@muster/contract/telemetry'
import type { UsageEvent, UsageType } from '../../events/usage-event.ts'
import { keptCommandLength } from '../bounds.ts'
import {
  extensionOf,
  languageNamed,
  languageOfExtension,
  languageOfPath,
  normalExtension,
} from '../vocabulary/languages.ts'
import { reportedCost } from '../vocabulary/reported-numbers.ts'
import { countTokens, type Tokens } from '../vocabulary/tokens.ts'
import { toolNamed } from '../vocabulary/tool-names.ts'
import { commitKey, pullRequestAddress, pullRequestKey } from '../vocabulary/work-keys.ts'
import {
  amount,
  autonomyLevel,
  count,
  FieldFault,
  matching,
  oneOf,
  optionalOneOf,
  optionalText,
  type RawEvent,
  requiredText,
  tokens,
} from './fields.ts'

/** The fields of an event besides user, time and circumstances. */
interface Content
  extends Partial<Pick<UsageEvent, 'name' | 'detail' | 'extra' | 'quantity' | 'rawName' | 'outcome' | 'errorKind'>>,
    Partial<Pick<UsageEvent, 'decision' | 'decidedBy' | 'currency' | 'cost' | 'linesAdded' | 'linesRemoved'>>,
    Partial<Pick<UsageEvent, 'durationMs' | 'cacheWriteHourTokens'>> {
  /** The stored type, if it differs from the sent one. */
  readonly type?: UsageType
  readonly tokens?: Tokens
  /** Replaces the event's id if it is the same for every reporter. */
  readonly key?: string
  readonly unknownTool?: string
}

interface Kind {
  readonly fields: ReadonlySet<string>
  /** The fields that distinguish two events of this kind, besides their time. */
  readonly identityFields: readonly string[]
  readonly read: (event: RawEvent) => Content
}

/** Two events that differ only in these fields are the same event. */
const circumstances = ['agent', 'agentVersion', 'repository', 'branch', 'team']

/** `own` fields distinguish events; `more` fields only add details. */
function kind(own: readonly string[], read: (event: RawEvent) => Content, more: readonly string[] = []): Kind {
  const identityFields = ['type', 'userEmail', 'sessionId', 'client', ...own]
  return { fields: new Set(['id', 'time', ...identityFields, ...circumstances, ...more]), identityFields, read }
}

const named = kind(['name'], (event) => ({ name: requiredText(event, 'name') }))

/** Reads each type of the contract's schema. A test compares the two; the schema is authoritative. */
export const kinds: Readonly<Record<UsageEventInput['type'], Kind>> = {
  session_start: kind([], () => ({})),
  message: kind(['role'], (event) => ({ name: oneOf(event, 'role', ['user', 'assistant']) })),
  model_call: kind(
    ['model', 'tier', 'inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'thinkingTokens'],
    modelCall,
    ['cost', 'currency', 'durationMs', 'cacheWriteHourTokens'],
  ),
  model_failure: kind(['model', 'errorKind'], (event) => ({ ...model(event), ...failure(event) }), ['durationMs']),
  tool_call: kind(['tool', 'mcpServer', 'autonomyLevel', 'success'], toolCall, [
    'errorKind',
    'durationMs',
    'decision',
    'decidedBy',
  ]),
  skill: named,
  slash_command: named,
  hook: kind(['event', 'matcher', 'command'], (event) => ({
    name: requiredText(event, 'event'),
    detail: optionalText(event, 'matcher', 200, 0),
    extra: redactSecrets(requiredText(event, 'command', maxHookCommandLength))
      .slice(0, keptCommandLength)
      .toWellFormed(),
  })),
  file: kind(['operation', 'path', 'extension', 'language'], file, ['linesAdded', 'linesRemoved']),
  commit: kind(['sha'], (event) => {
    const name = matching(event, 'sha', hexadecimal, 'hexadecimal digits').toLowerCase()
    return name === '' ? {} : { name, key: commitKey(name) }
  }),
  pull_request: kind(['url'], (event) => {
    const given = matching(event, 'url', webAddress, 'an http or https address without credentials')
    if (given === '') return {}
    const name = pullRequestAddress(given)
    return { name, key: pullRequestKey(name) }
  }),
  active_time: kind(['who', 'durationMs'], (event) => {
    const quantity = count(event, 'durationMs', maxDurationMs)
    if (quantity === undefined) throw new FieldFault('durationMs is missing')
    return { name: oneOf(event, 'who', ['user', 'agent']), quantity }
  }),
}

const hexadecimal = new RegExp(shaPattern)
const webAddress = new RegExp(pullRequestPattern, 'u')
const currency = /^[A-Z]{3}$/
const errorKind = new RegExp(errorKindPattern, 'u')

function model(event: RawEvent): Pick<Content, 'name' | 'rawName'> {
  const given = requiredText(event, 'model')
  const name = canonicalModel(given)
  return { name, rawName: name === given ? '' : given }
}

function failure(event: RawEvent): Pick<Content, 'errorKind' | 'durationMs'> {
  return {
    errorKind: matching(event, 'errorKind', errorKind, 'a word of up to 100 letters, digits and _ . : -'),
    durationMs: count(event, 'durationMs', maxDurationMs) ?? null,
  }
}

function modelCall(event: RawEvent): Content {
  const input = tokens(event, 'inputTokens')
  const output = tokens(event, 'outputTokens')
  if (input === undefined) throw new FieldFault('inputTokens is missing')
  if (output === undefined) throw new FieldFault('outputTokens is missing')
  const cacheRead = tokens(event, 'cacheReadTokens')
  const cacheWrite = tokens(event, 'cacheWriteTokens')
  const counted = countTokens({ cache: 'within', input, output, cacheRead, cacheWrite })
  if ('fault' in counted) throw new FieldFault('inputTokens must include cacheReadTokens and cacheWriteTokens')
  const cacheWriteHourTokens = tokens(event, 'cacheWriteHourTokens') ?? null
  if ((cacheWriteHourTokens ?? 0) > (cacheWrite ?? 0)) {
    throw new FieldFault('cacheWriteTokens must include cacheWriteHourTokens')
  }
  const isThinking = (tokens(event, 'thinkingTokens') ?? 0) > 0
  const tier = optionalOneOf(event, 'tier', ['standard', 'thinking']) || 'standard'
  const durationMs = count(event, 'durationMs', maxDurationMs) ?? null
  return {
    ...model(event),
    detail: isThinking ? 'thinking' : tier,
    tokens: counted.tokens,
    cacheWriteHourTokens,
    ...cost(event),
    durationMs,
  }
}

function cost(event: RawEvent): Pick<Content, 'cost' | 'currency'> {
  const reported = reportedCost(amount(event, 'cost', maxCostOfCall))
  const given = matching(event, 'currency', currency, 'three capital letters, as in USD')
  const value = 'value' in reported ? reported.value : null
  if (value !== null) return { cost: value, currency: given || 'USD' }
  if (given !== '') throw new FieldFault('currency must not be given without cost')
  return {}
}

function toolCall(event: RawEvent): Content {
  const raw = requiredText(event, 'tool', maxToolNameLength)
  const { success } = event
  if (success !== undefined && typeof success !== 'boolean') throw new FieldFault('success must be true or false')
  const { name, mcpServer, isKnown } = toolNamed(raw, optionalText(event, 'mcpServer'))
  const extra = event.autonomyLevel === undefined ? '' : autonomyLevel(event, 'autonomyLevel')
  const decision = optionalOneOf(event, 'decision', ['accept', 'refuse'])
  const decidedBy = optionalOneOf(event, 'decidedBy', ['person', 'policy'])
  const about = { ...failure(event), decision, decidedBy, name, detail: mcpServer }
  // A refused call never ran.
  if (decision === 'refuse') return { ...about, type: 'tool_decision' }
  const content: Content = { ...about, extra, outcome: success === undefined ? '' : success ? 'success' : 'error' }
  return isKnown ? content : { ...content, unknownTool: raw }
}

function file(event: RawEvent): Content {
  const name = oneOf(event, 'operation', ['create', 'edit'])
  const path = optionalText(event, 'path', maxPathLength)
  const given = event.extension
  if (path === '' && given === undefined) throw new FieldFault('path or extension is missing')
  if (path !== '' && given !== undefined) throw new FieldFault('extension must not be given beside path')
  const detail = path === '' ? normalExtension(optionalText(event, 'extension', 200, 0)) : extensionOf(path)
  const known = path === '' ? languageOfExtension(detail) : languageOfPath(path)
  const language = optionalText(event, 'language', 200, 0).trim()
  const linesAdded = count(event, 'linesAdded', maxLinesOfFile) ?? null
  const linesRemoved = count(event, 'linesRemoved', maxLinesOfFile) ?? null
  return { name, detail, extra: languageNamed(language) || language || known, linesAdded, linesRemoved }
}
