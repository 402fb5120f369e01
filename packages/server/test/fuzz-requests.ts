import fc from 'fast-check'
import type { DocumentedOperation } from './fuzz-document.ts'
import { recordOf, type Vocabulary, valuesOf } from './fuzz-values.ts'

/** A request as it goes out. `body` is text, because not everything that is sent is JSON. */
export interface Draft {
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** Replacements for a value: of the wrong type, at a limit, or with characters that some layer may mishandle. */
const oddValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 53,
  -(2 ** 63),
  1e308,
  '',
  ' ',
  'null',
  '0',
  '-1',
  '1e400',
  'x'.repeat(64),
  'x'.repeat(201),
  'x'.repeat(10_001),
  '\0',
  '\ud800',
  '\udfff\ud800',
  'e\u0301\u202e\ufeff\u{10ffff}',
  '2026-02-30T00:00:00Z',
  '2026-12-31T23:59:60Z',
  '2026-01-01T00:00:00+05',
  '00000000-0000-0000-0000-000000000000',
  "'; drop table sessions; --",
  '__proto__',
  '***',
  [],
  {},
  [null],
  [[[[]]]],
  Array(101).fill('x'),
  { length: 1 },
  { toString: 'x' },
]

/** Short enough that several of them fit into the line that a server reads at most. */
const oddTexts = oddValues.filter((value): value is string => typeof value === 'string' && value.length < 1000)

/** Takes one place of a JSON value and spoils it: `place` and `how` are numbers, so that a failure can be shrunk. */
function spoil(value: unknown, place: number, how: number): unknown {
  const root: Record<string, unknown> = { '': structuredClone(value) }
  const places: [holder: Record<string, unknown>, name: string][] = []
  collect(root, places)
  const [holder, name] = places[place % places.length] ?? [root, '']
  const current = holder[name]
  const choice = how % (oddValues.length + 4)
  if (choice < oddValues.length) holder[name] = oddValues[choice]
  else if (choice === oddValues.length) delete holder[name]
  else if (choice === oddValues.length + 1) holder[name] = [current]
  else if (choice === oddValues.length + 2) holder[name] = JSON.stringify(current)
  else if (typeof current === 'object' && current !== null) Object.assign(current, { 'unknown field': 1 })
  return root['']
}

function collect(holder: object, places: [Record<string, unknown>, string][]): void {
  for (const [name, value] of Object.entries(holder)) {
    places.push([holder as Record<string, unknown>, name])
    if (typeof value === 'object' && value !== null) collect(value, places)
  }
}

/** Requests as the document allows them, then with one fault, then with nothing right about them. */
export function requestsFor(operation: DocumentedOperation, vocabulary: Vocabulary): fc.Arbitrary<Draft> {
  const valid = fc.record({
    params: valuesIn('path', operation, vocabulary),
    query: valuesIn('query', operation, vocabulary),
    headers: headersOf(operation),
    body: operation.body ? valuesOf(operation.body, vocabulary) : fc.constant(undefined),
  })
  const spoilt = fc.tuple(valid, fc.nat(50), fc.nat(1000), fc.nat(3)).map(([draft, place, how, part]) => {
    if (operation.body && part > 0) return { ...draft, body: spoil(draft.body, place, how) }
    const name = part % 2 === 0 ? 'params' : 'query'
    return { ...draft, [name]: spoilText(draft[name], place, how) }
  })
  const json = fc.oneof({ weight: 3, arbitrary: valid }, { weight: 5, arbitrary: spoilt }).map((draft) => ({
    ...draft,
    body: draft.body === undefined ? undefined : JSON.stringify(draft.body),
  }))
  const garbage = fc.record({
    params: fc.dictionary(fc.constantFrom(...namesIn('path', operation), 'x'), anyText),
    query: fc.dictionary(fc.oneof(fc.constantFrom(...namesIn('query', operation), 'x'), anyText), anyText, {
      maxKeys: 4,
    }),
    headers: recordOf({
      'idempotency-key': headerText,
      'if-match': headerText,
      accept: headerText,
      'content-type': headerText,
    }),
    body: fc.oneof(fc.json(), anyText, fc.constantFrom('', '{', '[[', '{"__proto__":{}}', 'null', '\ufeff{}')),
  })
  return fc
    .oneof({ weight: 5, arbitrary: json }, { weight: 1, arbitrary: garbage })
    .map(({ params, query, headers, body }) => ({
      path: pathOf(operation, params as Record<string, unknown>),
      query: queryOf(query as Record<string, unknown>),
      headers,
      body: operation.method === 'GET' ? undefined : body,
    }))
}

const anyText = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.constantFrom(...oddTexts))
const headerText = fc.string({ unit: 'grapheme-ascii', maxLength: 30 })

function namesIn(place: 'path' | 'query', { parameters }: DocumentedOperation): string[] {
  return parameters.filter((parameter) => parameter.in === place).map(({ name }) => name)
}

function valuesIn(place: 'path' | 'query', { parameters }: DocumentedOperation, vocabulary: Vocabulary) {
  const own = parameters.filter((parameter) => parameter.in === place)
  const fields = own.map(({ name, schema }) => {
    // Nothing ends a waiting session in this test, so a longer time would only be waited for.
    const values = name === 'wait' ? fc.constant('1') : valuesOf(schema, vocabulary, name)
    return [name, values] as const
  })
  const requiredKeys = own.filter(({ required }) => required).map(({ name }) => name)
  return recordOf(Object.fromEntries(fields), requiredKeys)
}

function headersOf({ parameters }: DocumentedOperation): fc.Arbitrary<Record<string, string>> {
  const values: Record<string, fc.Arbitrary<string>> = {
    'Idempotency-Key': fc.oneof(fc.uuid(), fc.uuid(), fc.constantFrom('the same key', 'x'.repeat(256))),
    'If-Match': fc.constantFrom('*', '"0"', '1', 'W/"2"', 'nonsense', '99999999999'),
  }
  const own = parameters.filter((parameter) => parameter.in === 'header')
  const fields = own.map(({ name }) => [name, values[name] ?? headerText] as const)
  return recordOf(Object.fromEntries(fields))
}

function spoilText(values: Record<string, unknown>, place: number, how: number): Record<string, unknown> {
  const names = Object.keys(values)
  const name = names[place % names.length]
  return name === undefined ? values : { ...values, [name]: oddTexts[how % oddTexts.length] }
}

/** `.` and `..` are left out: every URL parser resolves them, so that they would reach another operation. */
function pathOf({ path }: DocumentedOperation, params: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = String(params[name] ?? 'x')
    return /^\.{1,2}$/.test(text) ? 'dots' : encodeURIComponent(text.toWellFormed())
  })
}

function queryOf(query: Record<string, unknown>): string {
  const entries = Object.entries(query).map(([name, value]) => [name.toWellFormed(), String(value).toWellFormed()])
  return new URLSearchParams(entries).toString()
}
