import { gzipSync } from 'node:zlib'
import { computeDays, pastDays } from '../analytics/installation.ts'
import { now } from '../analytics/telemetry-bodies.ts'
import type { Service } from '../service.ts'

/** Work that takes the service long and must not make others wait. */
interface Heavy {
  readonly name: string
  run(service: Service, nth: number): Promise<void>
}

const day = now.slice(0, 10)

/** Native events, one a line, until the body has this many bytes. Every run has its own ids. */
export function nativeBody(bytes: number, nth: number): Buffer {
  const lines: string[] = []
  for (let size = 0, index = 0; size < bytes - 200; index++) {
    const line = JSON.stringify({
      id: `fair-${nth}-${index}`,
      time: `${day}T08:00:00Z`,
      userEmail: `user-${index % 500}@example.org`,
      sessionId: `session-${index % 500}`,
      client: 'terminal-ui',
      type: 'tool_call',
      tool: `tool-${index % 40}`,
      autonomyLevel: 'auto-low',
    })
    lines.push(line)
    size += line.length + 1
  }
  return Buffer.from(lines.join('\n'))
}

/** Log records of an agent, as JSON: prompts that nobody reads, and tool calls among them. */
function otlpBody(bytes: number, nth: number): Buffer {
  const text = (key: string, value: string) => ({ key, value: { stringValue: value } })
  const nanoseconds = `${Date.parse(`${day}T08:00:00Z`)}000000`
  const records: object[] = []
  for (let size = 0, index = 0; size < bytes - 2_000; index++) {
    const attributes = [
      text('event.name', 'tool_result'),
      text('user.email', `user-${index % 500}@example.org`),
      text('session.id', `session-${nth}-${index % 500}`),
      text('tool_name', `tool-${index % 40}`),
      text('tool_use_id', `use-${nth}-${index}`),
      text('prompt', 'x'.repeat(400)),
    ]
    const record = { timeUnixNano: nanoseconds, body: { stringValue: 'claude_code.tool_result' }, attributes }
    records.push(record)
    size += JSON.stringify(record).length + 1
  }
  const resource = { attributes: [text('service.name', 'claude-code')] }
  return Buffer.from(JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords: records }] }] }))
}

function body(name: string, path: string, headers: Record<string, string>, make: (nth: number) => Buffer): Heavy {
  return {
    name,
    async run({ port, headers: own }, nth) {
      const bytes = new Uint8Array(make(nth))
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: { ...own, ...headers },
        body: bytes,
      })
      if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
      await answer.arrayBuffer()
    },
  }
}

/** A message with two files of the largest allowed size, to a session of its own. */
function message(bytes: number): Heavy {
  return {
    name: `a message of ${Math.round(bytes / 2 ** 20)} MiB`,
    async run(service, nth) {
      const { id: computerId } = await post(service, '/api/v0/computers', { name: `fair ${nth}` })
      const { sessionId } = await post(service, '/api/v0/sessions', { computerId })
      const data = Buffer.alloc(Math.floor((bytes - 10_000) / 8) * 3, `run ${nth}, `).toString('base64')
      const files = ['one.txt', 'two.txt'].map((name) => ({ type: 'base64', mediaType: 'text/plain', data, name }))
      await post(service, `/api/v0/sessions/${sessionId}/messages`, { text: 'Read this.', files })
    },
  }
}

/** A report with as many applications and criteria as allowed, and long reasons. */
function readinessReport(bytes: number): Heavy {
  return {
    name: `a readiness report of ${Math.round(bytes / 2 ** 20)} MiB`,
    async run(service, nth) {
      const apps = Object.fromEntries(numbers(2_000).map((app) => [`apps/${app}`, { description: 'x'.repeat(400) }]))
      const rationale = 'y'.repeat(Math.floor((bytes - 1_000_000) / 500) - 100)
      const criterion = { numerator: 1, denominator: 2, rationale }
      const report = Object.fromEntries(numbers(500).map((number) => [`criterion_${number}`, criterion]))
      const repoUrl = `https://example.org/fair/${nth}`
      await post(service, '/api/organization/agent-readiness-reports', { repoUrl, apps, report })
    },
  }
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}

async function post({ port, headers }: Service, path: string, json: object): Promise<Record<string, string>> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Record<string, string>
}

export function heavyThings(organizationId: string, events: number, bodyBytes: number): Heavy[] {
  const ndjson = { 'content-type': 'application/x-ndjson' }
  const megabytes = `${Math.round(bodyBytes / 2 ** 20)} MiB`
  return [
    {
      name: `a day of ${events.toLocaleString('en')} events is computed`,
      run: async (service) => void (await computeDays(service, organizationId, pastDays(1))),
    },
    body(`${megabytes} of native events`, '/api/v0/events', ndjson, (nth) => nativeBody(bodyBytes, nth)),
    body(`the same, compressed`, '/api/v0/events', { ...ndjson, 'content-encoding': 'gzip' }, (nth) =>
      gzipSync(nativeBody(bodyBytes, nth), { level: 1 }),
    ),
    body(`${megabytes} of OTLP logs as JSON`, '/v1/logs', { 'content-type': 'application/json' }, (nth) =>
      otlpBody(bodyBytes, nth),
    ),
    message(8 * 2 ** 20),
    readinessReport(2 * 2 ** 20),
  ]
}
