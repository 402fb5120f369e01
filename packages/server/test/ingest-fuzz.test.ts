import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Reading } from '../src/know/ingest/draft.ts'
import { readEvent } from '../src/know/ingest/native/read-event.ts'
import { OtlpError } from '../src/know/ingest/telemetry/otlp/otlp-error.ts'
import { readTelemetry } from '../src/know/ingest/telemetry/read-telemetry.ts'
import { encodeProtobuf } from './fixtures/agents/encode-protobuf.ts'
import { recordedMs, recording, split } from './fixtures/agents/recordings.ts'

const names = ['claude-code', 'codex', 'codex-git-and-mcp', 'gemini-cli', 'qwen-code', 'copilot', 'opencode', 'samples']
const singles = names.flatMap((name) => recording(name).flatMap(split))

/** Values that have no business where they will stand. */
const oddity: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    true,
    -1,
    0.5,
    1e300,
    '',
    'NaN',
    '-5',
    '9'.repeat(25),
    'x'.repeat(10_000),
    '\0',
    '\ud800',
    '__proto__',
  ),
  fc.constantFrom(
    [],
    {},
    [[]],
    { stringValue: 5 },
    { intValue: {} },
    { arrayValue: { values: [{ arrayValue: null }] } },
  ),
  fc.constantFrom('{"command":"git commit', '*** Begin Patch\n*** Add File: ', 'mcp____', '{"command":["a",{}]}'),
  fc.anything({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value ?? null) ?? 'null')),
)

/** Replaces, removes or doubles something at a random place. The numbers choose the way down. */
function mutate(value: unknown, path: readonly number[], oddValue: unknown, depth = 0): unknown {
  const [turn = 0] = path
  if (typeof value !== 'object' || value === null || path.length === 0) return oddValue
  const keys = Object.keys(value)
  if (keys.length === 0) return oddValue
  const key = keys[turn % keys.length] ?? ''
  if (Array.isArray(value)) {
    const index = Number(key)
    if (turn % 7 === 0) return [...value, ...value]
    return value.with(index, mutate(value[index], path.slice(1), oddValue, depth + 1))
  }
  const entries: Record<string, unknown> = { ...value }
  if (turn % 11 === 0 && depth > 2) delete entries[key]
  else entries[key] = mutate(entries[key], path.slice(1), oddValue, depth + 1)
  return entries
}

const mutation = fc.record({
  which: fc.nat(singles.length - 1),
  path: fc.array(fc.nat(1000), { minLength: 1, maxLength: 12 }),
  oddValue: oddity,
})

/** What every reading must be, whatever it was read from. */
function expectSound({ drafts, quarantined, records, ignored }: Reading): void {
  expect(ignored + quarantined.length).toBeLessThanOrEqual(records)
  for (const draft of drafts) {
    expect(Number.isInteger(draft.timeMs)).toBe(true)
    expect(Math.abs(draft.timeMs - recordedMs)).toBeLessThan(11 * 365 * 86_400_000)
    for (const amount of [
      draft.quantity,
      draft.inputTokens,
      draft.outputTokens,
      draft.cacheReadTokens,
      draft.cacheWriteTokens,
    ]) {
      expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true)
    }
    expect(draft.cacheReadTokens + draft.cacheWriteTokens).toBeLessThanOrEqual(draft.inputTokens)
    expect(draft.cacheWriteHourTokens ?? 0).toBeLessThanOrEqual(draft.cacheWriteTokens)
    for (const text of [
      draft.key,
      draft.session,
      draft.name,
      draft.detail,
      draft.extra,
      draft.email ?? '',
      draft.anonymousId ?? '',
    ]) {
      expect(typeof text).toBe('string')
    }
    for (const text of [draft.session, draft.name, draft.detail, draft.extra, draft.anonymousId ?? '']) {
      expect(text.includes('\0') || !text.isWellFormed()).toBe(false)
    }
  }
  for (const { reason, what } of quarantined) expect(`${reason}${what}`.length).toBeLessThan(500)
}

describe('whatever comes', () => {
  it('is read, quarantined or refused, and never a crash: mutated recordings as JSON', () => {
    fc.assert(
      fc.property(mutation, ({ which, path, oddValue }) => {
        const one = singles[which]
        if (one === undefined) return
        const body = Buffer.from(JSON.stringify(mutate(one.request, path, oddValue)) ?? 'null')
        let reading: Reading
        try {
          reading = readTelemetry(one.signal, body, 'json', recordedMs)
        } catch (error) {
          expect(error).toBeInstanceOf(OtlpError)
          return
        }
        expectSound(reading)
      }),
      { numRuns: 4000 },
    )
  })

  it('is read, quarantined or refused, and never a crash: flipped bytes of protobuf', () => {
    const bodies = singles
      .filter((_, index) => index % 9 === 0)
      .map(({ signal, request }) => ({ signal, bytes: encodeProtobuf(signal, request) }))
    const flips = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(fc.nat(bodies.length - 1), flips, (which, changes) => {
        const one = bodies[which]
        if (one === undefined) return
        const bytes = Buffer.from(one.bytes)
        for (const [place, value] of changes) bytes[place % bytes.length] = value
        let reading: Reading
        try {
          reading = readTelemetry(one.signal, bytes, 'protobuf', recordedMs)
        } catch (error) {
          expect(error).toBeInstanceOf(OtlpError)
          return
        }
        expectSound(reading)
      }),
      { numRuns: 4000 },
    )
  })

  it('is an outcome for every native event', () => {
    const fields = [
      'id',
      'time',
      'userEmail',
      'sessionId',
      'client',
      'type',
      'role',
      'model',
      'tier',
      'inputTokens',
      'outputTokens',
      'tool',
      'autonomyLevel',
      'mcpServer',
      'name',
      'event',
      'command',
      'operation',
      'path',
      'extension',
      'sha',
      'url',
      'success',
    ]
    const likely = fc.constantFrom<unknown>(
      'message',
      'model_call',
      'tool_call',
      'file',
      'hook',
      'commit',
      'web',
      'user',
      'create',
      'spec',
      recordedMs,
      1,
      'a',
    )
    const event = fc.dictionary(fc.constantFrom(...fields), fc.oneof(likely, oddity), { maxKeys: 12 })
    fc.assert(
      fc.property(fc.oneof(event, oddity), (value) => {
        const outcome = readEvent(value, recordedMs)
        expect('error' in outcome || 'draft' in outcome).toBe(true)
      }),
      { numRuns: 4000 },
    )
  })
})
