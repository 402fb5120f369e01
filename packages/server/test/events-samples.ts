import { createPriceList } from '@muster/contract/prices/price-list'
import { clientTypes } from '@muster/contract/telemetry'
import fc from 'fast-check'
import { peopleOf } from '../src/govern/people/people.ts'
import { dayOf } from '../src/ground/platform/days.ts'
import { computeDay } from '../src/know/analytics/day-rows.ts'
import { createWorkTally } from '../src/know/analytics/work/work-tally.ts'
import type { EventStore } from '../src/know/events/event-store.ts'
import type { DayFact, WorkFact } from '../src/know/events/fact-shape.ts'
import { factReader, workFactReader } from '../src/know/events/facts.ts'
import type { FoldedNames } from '../src/know/events/name-bounds.ts'
import { blank, type Fact, type UsageEvent, unreported, usageTypes } from '../src/know/events/usage-event.ts'

export const noon = Date.parse('2026-03-01T12:00:00Z')

let made = 0

/** An id that no other call gives. */
export function newId(): string {
  made++
  return made.toString(16).padStart(32, '0')
}

/** An event with what matters to a test; the rest is made up. */
export function event(parts: Partial<UsageEvent> = {}): UsageEvent {
  return {
    id: newId(),
    timeMs: noon,
    user: 'e:ada@example.com',
    session: 'session-1',
    client: 'terminal-ui',
    type: 'tool_call',
    ...blank,
    name: 'Bash',
    ...parts,
  }
}

/** What a store answers for the money and work of a day. */
export async function workFactsFrom(
  store: EventStore,
  organizationId: string,
  day: string,
  options: Parameters<EventStore['workFacts']>[2] = {},
): Promise<WorkFact[]> {
  const { format, pieces } = store.workFacts(organizationId, day, options)
  const read = workFactReader(format)
  const facts: WorkFact[] = []
  for await (const piece of pieces) facts.push(...read(piece))
  return sorted(facts)
}

/** The same from facts about money and facts about work. */
export async function workFactsApart(store: EventStore, organizationId: string, day: string, users?: string[]) {
  const factsAbout = (apart: 'money' | 'work') =>
    workFactsFrom(store, organizationId, day, { apart, ...(users && { users }) })
  return sorted([...(await factsAbout('money')), ...(await factsAbout('work'))])
}

/** What a store answers for a day. */
export async function factsFrom(
  store: EventStore,
  organizationId: string,
  day: string,
  folded: readonly FoldedNames[] = [],
  users: readonly string[] = [],
): Promise<Fact[]> {
  const { format, pieces } = store.facts(organizationId, day, { folded, users })
  const read = factReader(format)
  const facts: Fact[] = []
  for await (const piece of pieces) for (const fact of read(piece)) if (fact.about !== 'sessions') facts.push(fact)
  return facts
}

/** What is computed of a day from facts that come apart, as the batch does it. */
export async function computedApart(store: EventStore, organizationId: string, day: string) {
  const { format, pieces } = store.factsApart(organizationId, day, await store.names(organizationId, day))
  const read = factReader(format)
  const facts: DayFact[] = []
  for await (const piece of pieces) facts.push(...read(piece))
  return computedOf(day, facts, await workFactsApart(store, organizationId, day))
}

/** The same from facts that tell of everything. */
export function computedOf(day: string, facts: readonly DayFact[], work: readonly WorkFact[]) {
  const tally = createWorkTally({ day, members: [], prices: createPriceList([]) })
  for (const fact of work) tally.add(fact)
  return { rows: computeDay({ day, facts, people: peopleOf([]) }), work: tally.finish() }
}

/**
 * The versions that count, of everything that was ever appended to an organization, found in the simplest way. `blind`
 * is for events that several writers stored without looking: then the smallest version counts.
 */
export function counting(appended: readonly UsageEvent[], blind = false): UsageEvent[] {
  const versions = Map.groupBy(appended, (given) => `${isLasting(given) ? '' : dayOf(given.timeMs)} ${given.id}`)
  return [...versions.values()].map((of) => of.reduce((a, b) => ((blind || !isLasting(a)) && isSmaller(b, a) ? b : a)))
}

function isLasting({ type, name }: Pick<UsageEvent, 'type' | 'name'>): boolean {
  return (type === 'commit' || type === 'pull_request') && name !== ''
}

const texts = ['user', 'session', 'client', 'type', 'name', 'detail', 'extra'] as const
const counts = ['inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'billableTokens'] as const
type LaterField = keyof typeof unreported
type Measure = { [Field in LaterField]: null extends UsageEvent[Field] ? Field : never }[LaterField]
/** The fields that versions of the schema added, in the order in which versions of an event are compared. */
const laterFields = Object.keys(unreported) as LaterField[]
const measures = laterFields.filter((field): field is Measure => unreported[field] === null)

function isSmaller(a: UsageEvent, b: UsageEvent): boolean {
  if (a.timeMs !== b.timeMs) return a.timeMs < b.timeMs
  for (const field of [...texts, 'quantity', ...counts, ...laterFields] as const) {
    const order = compare(a[field], b[field])
    if (order !== 0) return order < 0
  }
  return false
}

/** Texts by their bytes. What was not reported comes last. */
function compare(a: string | number | null, b: string | number | null): number {
  if (typeof a === 'string' || typeof b === 'string') return Buffer.compare(Buffer.from(`${a}`), Buffer.from(`${b}`))
  const [left, right] = [a ?? Number.POSITIVE_INFINITY, b ?? Number.POSITIVE_INFINITY]
  return left < right ? -1 : Number(left > right)
}

/** What the store must answer for a day. */
export function expectedFacts(appended: readonly UsageEvent[], day: string, blind = false): Fact[] {
  const facts = new Map<string, Fact>()
  for (const given of counting(appended, blind)) {
    if (dayOf(given.timeMs) !== day || onlyReports.includes(given.type)) continue
    const { user, session, client, type, name, detail, extra } = given
    const key = JSON.stringify([user, session, client, type, name, detail, extra])
    const sofar = facts.get(key)
    const add = (field: keyof Fact & keyof UsageEvent) => Number(sofar?.[field] ?? 0) + Number(given[field])
    facts.set(key, {
      ...{ about: '' as const, user, session, client, type, name, detail, extra },
      quantity: add('quantity'),
      events: (sofar?.events ?? 0) + 1,
      inputTokens: add('inputTokens'),
      outputTokens: add('outputTokens'),
      cacheReadTokens: add('cacheReadTokens'),
      cacheWriteTokens: add('cacheWriteTokens'),
      billableTokens: add('billableTokens'),
    })
  }
  return sorted([...facts.values()])
}

const onlyReports = ['tool_result', 'tool_decision', 'model_failure', 'line_change', 'active_time']

/** What the store must answer for the money and work of a day. */
export function expectedWorkFacts(
  appended: readonly UsageEvent[],
  day: string,
  promptBounds: readonly number[] = [],
): WorkFact[] {
  const groups = ['user', 'type', 'name', 'detail', 'agent', 'repository', 'team', 'outcome'] as const
  const more = ['errorKind', 'decision', 'decidedBy', 'currency'] as const
  const ofDay = counting(appended).filter(({ timeMs }) => dayOf(timeMs) === day)
  const promptsAbove = ({ type, quantity, cost, currency, inputTokens }: UsageEvent) => {
    if (type !== 'model_call' || quantity !== 1 || (cost !== null && currency !== 'XXX')) return ''
    return String(Math.max(0, ...promptBounds.filter((bound) => inputTokens > bound)))
  }
  const keyOf = (given: UsageEvent) =>
    JSON.stringify([...[...groups, ...more].map((field) => given[field]), promptsAbove(given)])
  return sorted(
    [...Map.groupBy(ofDay, keyOf).values()].map((events) => {
      const [first] = events
      const fact: Record<string, unknown> = {
        about: '',
        events: events.length,
        promptsAbove: first && promptsAbove(first),
      }
      for (const field of [...groups, ...more]) fact[field] = first?.[field]
      for (const field of ['quantity', ...counts] as const) {
        fact[field] = events.reduce((sum, given) => sum + given[field], 0)
      }
      for (const field of measures) {
        const reported = events.flatMap((given) => given[field] ?? [])
        fact[field] = reported.length === 0 ? null : reported.reduce((sum, value) => sum + value, 0)
        fact[`${field}Reports`] = reported.length
      }
      return fact as unknown as WorkFact
    }),
  )
}

/** In an order that depends on nothing but the values. */
export function sorted<T>(values: readonly T[]): T[] {
  const key = (value: T) => JSON.stringify(value, Object.keys(value as object).toSorted())
  return values
    .map((value) => [key(value), value] as const)
    .toSorted(byFirst)
    .map(([, value]) => value)
}

function byFirst(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return a[0] < b[0] ? -1 : Number(a[0] > b[0])
}

const days = ['2026-02-28', '2026-03-01', '2026-03-02'] as const
const awkward = [
  '',
  ' ',
  "'",
  '"',
  '\\',
  "\\'",
  '\t',
  '\n',
  '\0',
  '\x1f',
  '\x1f1',
  '%',
  '😀',
  'é',
  'e\u0301',
  'ﬀ',
  '\\N',
  'NULL',
]
const text = fc.oneof(fc.constantFrom(...awkward), fc.string({ unit: 'grapheme', maxLength: 12 }))
const count = fc.oneof(fc.nat(5), fc.nat({ max: 2 ** 31 - 1 }), fc.constant(2 ** 40 + 1))

/** A generator for each of these fields: a missing one is a type error. */
const anyLater: { readonly [Field in LaterField]: fc.Arbitrary<UsageEvent[Field]> } = {
  agent: fc.constantFrom('', 'codex'),
  agentVersion: fc.constantFrom('', '1.2'),
  repository: text,
  branch: text,
  team: fc.constantFrom('', 'platform \x1f'),
  rawName: text,
  outcome: fc.constantFrom('', 'success', 'error'),
  errorKind: fc.constantFrom('', '429'),
  decision: fc.constantFrom('', 'accept', 'refuse'),
  decidedBy: fc.constantFrom('', 'person'),
  currency: fc.constantFrom('', 'USD', 'XXX'),
  cost: fc.option(count),
  linesAdded: fc.option(count),
  linesRemoved: fc.option(fc.nat(5)),
  durationMs: fc.option(count),
  cacheWriteHourTokens: fc.option(count),
  total: fc.constantFrom('', '["series","1",1,0,0,0,0]'),
}

/**
 * An event whose id is one of few, so that many events have several versions. As with real events, the id decides the
 * day, unless it is a named commit or pull request.
 */
const anyEvent: fc.Arbitrary<UsageEvent> = fc
  .record({
    number: fc.nat(20),
    day: fc.constantFrom(...days),
    time: fc.oneof(fc.constantFrom('00:00:00.000', '23:59:59.999'), fc.constant('12:00:00.000')),
    type: fc.constantFrom(...usageTypes),
    client: fc.constantFrom(...clientTypes),
    user: fc.constantFrom('e:ada@example.com', 'u:1', 'a:😀'),
    session: fc.constantFrom('', 's1', 's2', 's3', 's4'),
    name: text,
    detail: text,
    extra: fc.constantFrom('', 'high'),
    counts: fc.tuple(count, count, count, count, count, count),
    ...anyLater,
  })
  .map(({ number, day, time, counts, ...rest }) => {
    const [quantity, inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, billableTokens] = counts
    const timeMs = Date.parse(`${day}T${time}Z`)
    const draft = {
      ...rest,
      timeMs,
      quantity,
      inputTokens,
      outputTokens,
      cacheReadTokens,
      cacheWriteTokens,
      billableTokens,
    }
    const kind = isLasting(draft) ? 'ff' : `0${days.indexOf(day)}`
    return { ...draft, id: `${kind}${number.toString(16).padStart(30, '0')}` }
  })

/** Appends of an organization, one after the other, of which some are repeated. */
export const anyAppends: fc.Arbitrary<UsageEvent[][]> = fc
  .array(fc.array(anyEvent, { maxLength: 12 }), { minLength: 1, maxLength: 4 })
  .chain((appends) => fc.constantFrom(appends, [...appends, ...appends.slice(0, 1)]))

export { days as sampleDays }
