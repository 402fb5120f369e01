import { UsageEventInput } from '@muster/contract/telemetry'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormatsModule from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kinds } from './kinds.ts'
import { readEvent } from './read-event.ts'

const nowMs = Date.parse('2026-11-15T12:00:00Z')
const ajv = new Ajv2020({ strict: false })
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default
addFormats(ajv, ['date-time'])
const isValid = ajv.compile(UsageEventInput)

/** Faults that no schema can express, and that the service refuses nevertheless. */
const beyondSchema = [
  'inputTokens must include cacheReadTokens and cacheWriteTokens.',
  'cacheWriteTokens must include cacheWriteHourTokens.',
  'time is before 2026-01-14, the first day with numbers.',
  "time is more than 48 hours ahead of the service's clock.",
]
const unstorable = /must not contain (?:the NUL character|half of a surrogate pair)/

const anything: readonly unknown[] = [
  null,
  0,
  -1,
  2.5,
  1e300,
  '',
  ' ',
  'x',
  '\0',
  '\ud800',
  true,
  [],
  {},
  'x'.repeat(201),
]
const long = '😀'.repeat(200)
const name = { right: ['a', long], odd: [`${long}a`] }
const tokens = { right: [0, 1, 100_000_000], odd: [7.5, 100_000_001] }

/** For every field of the schema, valid values and similar invalid ones. */
const values: Readonly<Record<string, { readonly right: readonly unknown[]; readonly odd: readonly unknown[] }>> = {
  id: name,
  time: {
    right: [nowMs, '2026-11-15T10:00:00Z', '2026-11-15T10:00:00.123456789+05:30'],
    odd: [
      ...[-1, 1.5, '2026-11-15T10:00Z', '2026-11-15 10:00:00Z', '2026-11-15t10:00:00z', '2026-02-30T10:00:00Z'],
      ...['2026-11-15T24:00:00Z', '2026-11-15T10:00:60Z', '2026-11-15T10:00:00+0530', '2026-11-15T10:00:00'],
    ],
  },
  userEmail: { right: ['ada@example.com', 'Ada@Example.COM', 'é@é.é'], odd: ['ada', ' ada@example.com', 'a@b'] },
  sessionId: name,
  client: { right: ['web', 'terminal-ui'], odd: ['phone'] },
  agent: { right: ['codex', 'my.agent-2', 'x'.repeat(64)], odd: ['Codex', 'x'.repeat(65)] },
  agentVersion: { right: ['1.0'], odd: ['x'.repeat(101)] },
  repository: { right: ['https://github.com/example/repo.git', 'repo'], odd: [] },
  branch: name,
  team: name,
  role: { right: ['user', 'assistant'], odd: ['tool'] },
  model: name,
  tier: { right: ['standard', 'thinking'], odd: ['fast'] },
  inputTokens: tokens,
  outputTokens: tokens,
  cacheReadTokens: { right: [0, 1], odd: [1.5] },
  cacheWriteTokens: { right: [0], odd: ['0'] },
  cacheWriteHourTokens: { right: [0, 1], odd: [0.5] },
  thinkingTokens: tokens,
  cost: { right: [0, 0.25, 100_000], odd: [100_000.5, -0.1, '1'] },
  currency: { right: ['USD'], odd: ['usd', 'EURO'] },
  durationMs: { right: [0, 2_592_000_000], odd: [1.5, 2_592_000_001] },
  errorKind: { right: ['429', 'rate_limit'], odd: ['two words', 'x'.repeat(101)] },
  tool: { right: ['Bash', 'please run ls'], odd: ['x'.repeat(1001)] },
  mcpServer: name,
  autonomyLevel: { right: ['manual', 'auto-high'], odd: ['yolo'] },
  success: { right: [true, false], odd: ['true'] },
  decision: { right: ['accept', 'refuse'], odd: ['perhaps'] },
  decidedBy: { right: ['person', 'policy'], odd: ['nobody'] },
  name,
  event: name,
  matcher: { right: ['', 'Bash'], odd: [] },
  command: { right: ['npm test'], odd: ['x'.repeat(4001)] },
  operation: { right: ['create', 'edit'], odd: ['delete'] },
  path: { right: ['/a.ts'], odd: ['x'.repeat(4097)] },
  extension: { right: ['', '.ts'], odd: [] },
  language: { right: ['', 'Go'], odd: [] },
  linesAdded: { right: [0, 1_000_000], odd: [1_000_001] },
  linesRemoved: { right: [7], odd: [0.5] },
  sha: { right: ['abcd', 'ABCDEF0'], odd: ['abc', 'not-hex', 'a'.repeat(65)] },
  url: {
    right: ['https://x.test/pull/1'],
    odd: ['ftp://x', 'https://a:b@x.test', `https://x.test/${'x'.repeat(200)}`],
  },
  who: { right: ['user', 'agent'], odd: ['cat'] },
}

const types = Object.keys(kinds)
const requiredOf = (type: string) =>
  (UsageEventInput.anyOf.find(({ properties }) => properties.type.const === type)?.required ?? []).filter(
    (field) => field !== 'type',
  )

/** Events of a type with up to two fields that are wrong, missing or strange. */
const anyEvent = fc.constantFrom(...types).chain((type) => {
  const own = [...(kinds[type as keyof typeof kinds]?.fields ?? [])].filter((field) => field !== 'type')
  const right = Object.fromEntries(own.map((field) => [field, fc.constantFrom(...(values[field]?.right ?? []))]))
  const wrongs = fc.constantFrom(...own, 'mood').chain((field) => {
    const odd = fc.constantFrom(...(values[field]?.odd ?? []), ...anything)
    return fc.tuple(fc.constant(field), fc.oneof(odd, fc.constant(undefined)))
  })
  return fc
    .tuple(
      fc.record<Record<string, unknown>>(right, { requiredKeys: requiredOf(type) }),
      fc.array(wrongs, { maxLength: 2 }),
    )
    .map(([event, faults]) => JSON.parse(JSON.stringify({ ...event, type, ...Object.fromEntries(faults) })))
})

describe('the reader of native events', () => {
  it('knows a value for every field of the schema', () => {
    const fields = UsageEventInput.anyOf.flatMap(({ properties }) => Object.keys(properties))
    expect([...new Set(fields)].filter((field) => field !== 'type' && !(field in values))).toEqual([])
    expect(types.toSorted()).toEqual(UsageEventInput.anyOf.map(({ properties }) => properties.type.const).toSorted())
  })

  it('takes an event exactly when the schema of the contract does', () => {
    let taken = 0
    fc.assert(
      fc.property(anyEvent, (event) => {
        const outcome = readEvent(event, nowMs)
        const error = 'error' in outcome ? outcome.error : undefined
        if (error !== undefined && (beyondSchema.includes(error) || unstorable.test(error))) return
        if (error === undefined) taken++
        expect([event, error, error === undefined]).toEqual([event, error, isValid(event)])
      }),
      { numRuns: 20_000 },
    )
    expect(taken).toBeGreaterThan(2_000)
  })
})
