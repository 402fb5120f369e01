import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gitActionsOf, pullRequestUrlIn, shaIn } from '@muster/contract/git-actions'
import { knownTokens, redactSecrets } from '@muster/contract/redact-secrets'
import { repositoryKey } from '@muster/contract/repository-url'
import { checkSync } from 'recheck'
import { describe, expect, it } from 'vitest'
import { foldName } from '../src/know/analytics/mcp-servers.ts'
import { readJsonEvents, readNdjsonEvents } from '../src/know/ingest/native/read-body.ts'
import { readTelemetry } from '../src/know/ingest/telemetry/read-telemetry.ts'
import { filesOfPatch } from '../src/know/ingest/vocabulary/edited-files.ts'
import { emailOf } from '../src/know/ingest/vocabulary/email.ts'
import { extensionOf, languageNamed, languageOfPath, normalExtension } from '../src/know/ingest/vocabulary/languages.ts'
import { plausibleToolName, splitMcpName, withoutServer } from '../src/know/ingest/vocabulary/tool-names.ts'
import { countWork } from './counted-work.ts'
import { log } from './fixtures/agents/build.ts'
import { encodeProtobuf } from './fixtures/agents/encode-protobuf.ts'
import { type Recorded, recordedMs, recording, split } from './fixtures/agents/recordings.ts'
import { hostileFragments, repeated } from './hostile-texts.ts'

/** How often a character may be looked at, all in all. */
const mostVisits = 60
const patterns = new Map<string, RegExp>()

/** Does the same with a text and with one four times as long, and expects four times the work at the most. */
function expectLinear(what: string, length: number, run: (length: number) => void): void {
  const [small, large] = [length, 4 * length].map((size) => countWork(() => run(size)))
  if (!small || !large) return
  for (const [name, pattern] of large.patterns) patterns.set(name, pattern)
  expect(large.characters, what).toBeLessThanOrEqual(4.2 * small.characters + 20_000)
  expect(large.characters, what).toBeLessThanOrEqual(mostVisits * 4 * length + 20_000)
}

describe('the work that a hostile text makes grows no faster than the text', () => {
  const functions: Readonly<Record<string, (text: string) => unknown>> = {
    redactSecrets,
    gitActionsOf,
    pullRequestUrlIn,
    shaIn,
    filesOfPatch,
    plausibleToolName,
    splitMcpName,
    withoutServer: (text) => withoutServer(text, text),
    extensionOf,
    normalExtension,
    languageOfPath,
    languageNamed,
    emailOf,
    foldName,
    repositoryKey,
  }

  it.each(Object.entries(functions))('%s', (_, use) => {
    for (const fragment of hostileFragments) {
      for (const before of ['', 'git commit ', 'https://', '[']) {
        expectLinear(`${before}${fragment}`, 2 ** 13, (length) => use(before + repeated(fragment, length)))
      }
    }
  })

  const fields = {
    session_start: ['sessionId', 'id', 'userEmail', 'time'],
    model_call: ['model'],
    tool_call: ['tool', 'mcpServer'],
    hook: ['event', 'matcher', 'command'],
    file: ['path', 'extension', 'language'],
    commit: ['sha'],
    pull_request: ['url'],
  }

  it.each(Object.entries(fields))('a native %s', (type, names) => {
    const base = {
      ...{ time: recordedMs, client: 'web', type, autonomyLevel: 'manual', operation: 'edit' },
      ...{ inputTokens: 1, outputTokens: 1 },
    }
    for (const [index, fragment] of hostileFragments.entries()) {
      const name = names[index % names.length] ?? ''
      expectLinear(`${name} of ${fragment}`, 2 ** 18, (length) => {
        // Many events of the longest text that is taken, and one of a single text.
        const event = { ...base, [name]: repeated(fragment, 900) }
        const events = Array.from({ length: length / 900 }, () => event)
        readJsonEvents({ events: [...events, { ...base, [name]: repeated(fragment, length) }] }, recordedMs)
        readNdjsonEvents(Buffer.from(events.map((one) => JSON.stringify(one)).join('\n')), recordedMs)
      })
    }
  })
})

describe('what once took seconds', () => {
  it('is the output of a command that repeats the beginning of an address', () => {
    const bodyOf = (length: number) => {
      const output = repeated('https://a/pull/', length)
      const result = { 'event.name': 'codex.tool_result', tool_name: 'exec_command', call_id: '1', success: 'true' }
      const made = log('codex_cli_rs', { ...result, arguments: '{"cmd":"gh pr create"}', output })
      return Buffer.from(JSON.stringify(made.request))
    }
    const bodies = new Map([2 ** 16, 2 ** 18].map((length) => [length, bodyOf(length)]))
    expectLinear('codex.tool_result', 2 ** 16, (length) => {
      const { drafts } = readTelemetry('logs', bodies.get(length) ?? Buffer.alloc(0), 'json', recordedMs)
      expect(drafts.map(({ type }) => type)).toEqual(['tool_call', 'pull_request'])
    })
  })

  it('is many commands of hooks that alternate dots and dashes', () => {
    const hook = { time: recordedMs, client: 'web', type: 'hook', event: 'Stop', command: '.-'.repeat(2000) }
    expectLinear('hook', 2 ** 16, (length) => {
      const events = Array.from({ length: length / 4096 }, () => hook)
      for (const outcome of readJsonEvents({ events }, recordedMs)) expect(outcome).toHaveProperty('draft')
    })
  })
})

const agents = ['claude-code', 'codex', 'codex-git-and-mcp', 'gemini-cli', 'qwen-code', 'copilot', 'opencode']

describe('the reader of', () => {
  it.each(agents)('%s reads megabytes of hostile texts with work that grows no faster than they do', (agent) => {
    let number = 0
    for (const { signal, request } of kindsOf(recording(agent).flatMap(split))) {
      const texts = textsOf(request)
      for (let place = 0; place < texts; place++) {
        const fragment = hostileFragments[number++ % hostileFragments.length] ?? ''
        const encoding = number % 2 === 0 ? 'json' : 'protobuf'
        const bodyOf = (length: number) => {
          const body = withText(request, place, repeated(fragment, length))
          return encoding === 'json' ? Buffer.from(JSON.stringify(body)) : encodeProtobuf(signal, body)
        }
        const bodies = new Map([2 ** 15, 2 ** 17].map((length) => [length, bodyOf(length)]))
        expectLinear(`text ${place} of ${JSON.stringify(request).slice(0, 300)} as ${fragment}`, 2 ** 15, (length) => {
          readTelemetry(signal, bodies.get(length) ?? Buffer.alloc(0), encoding, recordedMs)
        })
      }
    }
    expect(number).toBeGreaterThan(20)
  })
})

describe('every pattern that meets a text of a sender', () => {
  const root = join(import.meta.dirname, '../../..')
  const sources = [
    'packages/server/src/know/ingest/**/*.ts',
    'packages/server/src/know/analytics/mcp-servers.ts',
    'packages/server/src/know/events/*.ts',
    'packages/contract/src/redact-*.ts',
    'packages/contract/src/repository-url.ts',
    'packages/contract/src/telemetry.ts',
  ].flatMap((pattern) => globSync(pattern, { cwd: root }).filter((path) => !path.endsWith('.test.ts')))
  const literal = /(?<=(?:=>|[=(,[?:|&!]|return)\s*)\/(?![*/])((?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]*)/g

  it('runs in linear time, whatever the text is', () => {
    for (const path of sources) {
      for (const [, source = '', flags = ''] of readFileSync(join(root, path), 'utf8').matchAll(literal)) {
        patterns.set(`/${source}/${flags}`, new RegExp(source, flags))
      }
    }
    expect(patterns.size).toBeGreaterThan(60)
    // All of them together are too much to prove; each by itself proves as much.
    const together = knownTokens.join('|')
    for (const [name, { source }] of patterns) if (source.includes(together)) patterns.delete(name)
    for (const token of knownTokens) patterns.set(token, new RegExp(token, 'g'))
    const faults: string[] = []
    for (const [name, { source, flags }] of patterns) {
      const checked = checkSync(source, flags, { timeout: 60_000 })
      // Patterns with look-around cannot be proved, so they are tried. On a busy machine these tries give false alarms.
      if (checked.status === 'vulnerable' && !isSlow(new RegExp(source, flags), checked.attack.string)) continue
      if (checked.status !== 'safe') faults.push(`${name}: ${checked.status}`)
    }
    expect(faults).toEqual([])
  })
})

/** Whether a text takes a second of the processor. Linear work with it takes a hundredth of that. */
function isSlow(pattern: RegExp, attack: string): boolean {
  const before = process.threadCpuUsage()
  attack.replace(pattern, '')
  const { user, system } = process.threadCpuUsage(before)
  return user + system > 1_000_000
}

/** One record for each name of an event, a metric or a span. */
function kindsOf(records: readonly Recorded[]): Recorded[] {
  const byKind = new Map<string, Recorded>()
  for (const one of records) {
    const text = JSON.stringify(one.request)
    const name = /"event\.name","value":\{"stringValue":"([^"]+)"/.exec(text)?.[1] ?? /"name":"([^"]+)"/.exec(text)?.[1]
    const tool = /"(?:tool_name|function_name|gen_ai\.tool\.name|ai\.toolCall\.name)","value":\{"stringValue":"([^"]+)"/
    byKind.set(`${one.signal} ${name} ${tool.exec(text)?.[1]}`, one)
  }
  return [...byKind.values()]
}

/** Counts texts of attributes, and texts inside of attributes that hold JSON. */
function textsOf(value: unknown): number {
  let count = 0
  eachText(value, (text) => {
    count++
    return text
  })
  return count
}

/** The same with one of its texts replaced. */
function withText(value: unknown, place: number, replacement: string): Readonly<Record<string, unknown>> {
  let at = 0
  return eachText(value, (text) => (at++ === place ? replacement : text)) as Readonly<Record<string, unknown>>
}

function eachText(value: unknown, change: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => eachText(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (key !== 'stringValue' || typeof item !== 'string') return [key, eachText(item, change)]
      return [key, item.startsWith('{') ? insideJson(item, change) : change(item)]
    }),
  )
}

function insideJson(text: string, change: (text: string) => string): string {
  try {
    const inner = Object.entries(JSON.parse(text)).map(([key, item]) => [
      key,
      typeof item === 'string' ? change(item) : item,
    ])
    return JSON.stringify(Object.fromEntries(inner))
  } catch {
    return change(text)
  }
}
