import { clientTypes } from '@muster/contract/telemetry'
import fc from 'fast-check'
import type { Person } from '../src/govern/people/people.ts'
import { dayMs, dayOf } from '../src/ground/platform/days.ts'
import type { SessionHistory } from '../src/know/events/session-history.ts'
import { type Fact, type UsageEvent, type UsageType, unreported } from '../src/know/events/usage-event.ts'
import { modelSpellings, serverSpellings } from './analytics-oracle.ts'

/** The day that is looked at; events lie up to 35 days before it and a day after. */
export const day = '2026-03-01'
const dayStart = Date.UTC(2026, 2, 1)

interface Delivery {
  readonly organization: string
  readonly event: UsageEvent
}

/** Ada is known by her id and her e-mail; m@x.test by an e-mail, an id and an anonymous id that read the same. */
const members = new Map<string, Person>([
  ['u:ada', { id: 'ada', email: 'ada@x.test' }],
  ['e:ada@x.test', { id: 'ada', email: 'ada@x.test' }],
  ['u:bo', { id: 'bo', email: 'bo@x.test' }],
  ['e:old-bo@x.test', { id: 'bo', email: 'a-bo@x.test' }],
  ['e:m@x.test', { id: 'm@x.test', email: 'm@x.test' }],
  ['u:m@x.test', { id: 'm@x.test', email: null }],
  ['a:m@x.test', { id: 'm@x.test', email: null }],
  ['a:😀', { id: '😀', email: null }],
  ['a:ｚ', { id: 'ｚ', email: null }],
])

export function people(user: string): Person {
  const person = members.get(user)
  if (!person) throw new Error(`There is no ${user}.`)
  return person
}

const words = ['', 'a', 'B', 'b', 'é', 'ｚ', 'ﬁ', '😀', '𝒜', 'Edit', 'edit', '__proto__', 'constructor', '=1+1']
const levels = ['auto-high', 'auto-medium', 'auto-low', 'spec', 'manual', '', 'unheard-of']
const spaces = ['', ' ', '\t', '\u3000']

const word = fc.constantFrom(...words)
const count = fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, fc.integer({ min: 0, max: 3 }), fc.nat(1000))
/** A stream of a few hundred calls stays below 2⁵³, up to which numbers are exact. */
const tokenCount = fc.oneof(fc.nat(3), fc.nat(200_000), fc.integer({ min: 1, max: 10_000_000_000_000 }))
/** Small ones alone make models and users that tie. */
const tokens = fc.oneof(tokenParts(fc.constantFrom(0, 0, 0, 0, 0, 1)), tokenParts(tokenCount))
const model = fc.constantFrom(...Object.keys(modelSpellings))
const mcpServer = fc.oneof(
  fc.constantFrom(...spaces),
  fc
    .tuple(fc.constantFrom(...spaces), fc.constantFrom(...serverSpellings), fc.constantFrom(...spaces))
    .map((parts) => parts.join('')),
)

type Names = Pick<UsageEvent, 'type' | 'name' | 'detail' | 'extra'>

const nothing: fc.Arbitrary<string> = fc.constant('')

function named(type: UsageType, name = nothing, detail = nothing, extra = nothing): fc.Arbitrary<Names> {
  return fc.record({ type: fc.constant(type), name, detail, extra })
}

const names = fc.oneof(
  named('session_start', nothing, nothing, fc.constantFrom('', ...levels)),
  { weight: 3, arbitrary: named('message', fc.constantFrom('user', 'user', 'assistant', 'tool', 'notification')) },
  { weight: 5, arbitrary: named('model_call', model, fc.constantFrom('standard', 'thinking')) },
  { weight: 5, arbitrary: named('tool_call', word, mcpServer, fc.constantFrom(...levels)) },
  named('skill', word),
  named('slash_command', word),
  { weight: 2, arbitrary: named('hook', word, word, word) },
  { weight: 2, arbitrary: named('file', fc.constantFrom('create', 'edit', 'delete'), word, word) },
  { weight: 2, arbitrary: named('commit', fc.constantFrom('', 'c0ffee', 'c0ffee00', 'decade', 'facade')) },
  named('pull_request', fc.constantFrom('', 'https://git.test/1', 'https://git.test/2')),
)

/** Midnights, the moments beside them, and 23:59:60, which as milliseconds is the next day. */
const timeMs = fc
  .tuple(
    fc.oneof(fc.constant(0), fc.constantFrom(-6, -7, -29, -30, 1), fc.integer({ min: -35, max: 1 })),
    fc.oneof(fc.constantFrom(0, 1, dayMs - 1000, dayMs - 1, dayMs), fc.nat(dayMs - 1)),
  )
  .map(([days, ms]) => dayStart + days * dayMs + ms)

const delivery = fc
  .record({
    organization: fc.constantFrom('acme', 'acme', 'acme', 'globex'),
    names,
    timeMs,
    user: fc.constantFrom(...members.keys()),
    session: fc.constantFrom('', 's1', 's2', 's3', '😀'),
    client: fc.constantFrom(...clientTypes),
    quantity: count,
    tokens,
  })
  .map(({ organization, names, tokens, ...rest }) => ({
    organization,
    event: { ...unreported, ...rest, ...names, ...tokensOf(names.type, tokens) },
  }))

interface TokenParts {
  readonly uncached: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

function tokenParts(count: fc.Arbitrary<number>): fc.Arbitrary<TokenParts> {
  return fc.record({ uncached: count, output: count, cacheRead: count, cacheWrite: count })
}

function tokensOf(type: UsageType, { uncached, output, cacheRead, cacheWrite }: TokenParts) {
  const none = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, billableTokens: 0 }
  if (type !== 'model_call') return none
  const inputTokens = uncached + cacheRead + cacheWrite
  return {
    inputTokens,
    outputTokens: output,
    cacheReadTokens: cacheRead,
    cacheWriteTokens: cacheWrite,
    billableTokens: Math.round(inputTokens + output - 0.9 * cacheRead),
  }
}

/** Events of two organizations, each delivered once or several times, in any order. */
export function deliveries(options: fc.ArrayConstraints = { maxLength: 60, size: 'max' }): fc.Arbitrary<Delivery[]> {
  return fc.array(fc.tuple(delivery, fc.constantFrom(1, 1, 1, 2, 3), fc.nat()), options).map((drafts) => {
    const copies = drafts.flatMap(([{ organization, event }, times, order], index) => {
      const id = index.toString(16).padStart(32, '0')
      return Array.from({ length: times }, (_, copy) => ({
        rank: (order * (copy + 1)) % 997,
        item: { organization, event: { id, ...event } },
      }))
    })
    return copies.sort((a, b) => a.rank - b.rank).map(({ item }) => item)
  })
}

export function eventsOf(deliveries: readonly Delivery[], organization: string): UsageEvent[] {
  return deliveries.filter((delivery) => delivery.organization === organization).map(({ event }) => event)
}

/** What a store does: each event once, and those of a day that agree in everything but time and id added up. */
export function factsOf(events: readonly UsageEvent[], day: string): Fact[] {
  const facts = new Map<string, Fact>()
  for (const event of new Map(events.map((event) => [event.id, event])).values()) {
    if (dayOf(event.timeMs) !== day) continue
    const { id: _, timeMs: __, ...rest } = event
    const { user, session, client, type, name, detail, extra } = rest
    const key = JSON.stringify([user, session, client, type, name, detail, extra])
    const known = facts.get(key)
    facts.set(key, known ? plus(known, rest) : { ...rest, about: '', events: 1 })
  }
  return [...facts.values()]
}

/** What a store tells of the sessions of a day: their starts of ninety days, and when calls without a level were made. */
export function historyOf(events: readonly UsageEvent[], day: string): SessionHistory {
  const known = ['auto-high', 'auto-medium', 'auto-low', 'spec', 'manual']
  const end = Date.parse(day) + dayMs
  const once = [...new Map(events.map((event) => [event.id, event])).values()]
  const starts = once
    .filter(({ type, session, quantity }) => type === 'session_start' && session !== '' && quantity > 0)
    .filter(({ timeMs }) => timeMs < end && timeMs >= end - 91 * dayMs)
  const severalLevels = ({ session }: UsageEvent) =>
    new Set(
      starts
        .filter((start) => start.session === session)
        .flatMap(({ extra }) => (known.includes(extra) ? [extra] : [])),
    ).size > 1
  return {
    starts: starts.map(({ user, session, client, extra, timeMs }) => ({ user, session, client, level: extra, timeMs })),
    calls: once.filter(
      (event) =>
        event.type === 'tool_call' &&
        dayOf(event.timeMs) === day &&
        !known.includes(event.extra) &&
        severalLevels(event),
    ),
  }
}

function plus(fact: Fact, event: Omit<UsageEvent, 'id' | 'timeMs'>): Fact {
  return {
    ...fact,
    quantity: fact.quantity + event.quantity,
    events: fact.events + 1,
    inputTokens: fact.inputTokens + event.inputTokens,
    outputTokens: fact.outputTokens + event.outputTokens,
    cacheReadTokens: fact.cacheReadTokens + event.cacheReadTokens,
    cacheWriteTokens: fact.cacheWriteTokens + event.cacheWriteTokens,
    billableTokens: fact.billableTokens + event.billableTokens,
  }
}
