import { endpointList } from '@muster/contract/endpoints'
import type { Client } from '@muster/sdk'
import { expect, vi } from 'vitest'
import { launch, ownerKey, type RunningServer } from './running-server.ts'

/** The same clock and address for an installation and its copy, so that their answers can be compared. */
export const sameForBoth = {
  MUSTER_NOW: '2026-02-10T08:00:00.000Z',
  MUSTER_API_URL: 'http://muster.test',
  MUSTER_METRICS_TOKEN: 'metrics',
}

const days = ['2026-02-05', '2026-02-06', '2026-02-09']

/** Events of the same number are the same, whoever sends them. */
export function eventsOf(from: number, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const number = from + index
    const time = `${days[number % days.length]}T12:00:00Z`
    const common = { id: `${number}`, time, client: 'web' as const, sessionId: `s${number % 7}` }
    return number % 2 === 0
      ? { ...common, type: 'message' as const, role: 'user' as const }
      : {
          ...common,
          type: 'model_call' as const,
          model: `model ${number % 3} “ü”\t\\`,
          inputTokens: 10,
          outputTokens: 1,
        }
  })
}

/** A running total of commits, as a metric that is never reset. */
export function commitsSoFar(total: number, minute: number) {
  const nanoseconds = (time: number) => `${Date.parse('2026-02-09T10:00:00Z') + time * 60_000}000000`
  const point = {
    startTimeUnixNano: nanoseconds(0),
    timeUnixNano: nanoseconds(minute),
    asInt: total,
    attributes: [{ key: 'session.id', value: { stringValue: 's' } }],
  }
  const metric = {
    name: 'claude_code.commit.count',
    sum: { aggregationTemporality: 2, isMonotonic: true, dataPoints: [point] },
  }
  const attributes = [{ key: 'service.name', value: { stringValue: 'claude-code' } }]
  return { resourceMetrics: [{ resource: { attributes }, scopeMetrics: [{ metrics: [metric] }] }] }
}

export async function sendMetrics(server: RunningServer, body: object): Promise<void> {
  const response = await fetch(`${server.address}/v1/metrics`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ownerKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect([response.status, await response.json()]).toEqual([200, {}])
}

export async function commitsOf(owner: Client): Promise<number> {
  await owner.analytics.refresh()
  const { data } = await owner.analytics.productivity({ startDate: '2026-02-09', endDate: '2026-02-09' })
  return data[0]?.git_commits ?? 0
}

export interface Installation {
  readonly params: Readonly<Record<string, string>>
  readonly keys: Readonly<Record<string, string>>
  readonly token: string
}

/** Something of everything that an installation can hold. */
export async function fillInstallation(server: RunningServer): Promise<Installation> {
  const { owner } = server
  const keys: Record<string, string> = { owner: ownerKey }
  for (const role of ['manager', 'member', 'guest'] as const) {
    const user = await owner.users.invite({ email: `${role}@example.org`, role })
    keys[role] = (await owner.apiKeys.create({ name: `Key of the ${role}`, userId: user.id })).key
  }
  const computer = await owner.computers.register({ name: 'build “1”\n' })
  const { sessionId } = await owner.sessions.create({ computerId: computer.id })
  const { messageId } = await owner.messages.post({ sessionId, text: 'tab\t, line\n, backslash \\N, “ü” 🙂' })
  await owner.messages.post({ sessionId, text: '\\.' })
  const { reportId } = await owner.reports.publish({
    repoUrl: 'https://git.example.org/acme/shop',
    apps: { '.': { description: 'The shop' } },
    report: { readme: { numerator: 1, denominator: 1, rationale: 'README.md tells how to start.' } },
  })
  await owner.controls.replace({
    customModels: [{ id: 'own', model: 'own', baseUrl: 'https://models.example.org', apiKey: 'a secret key' }],
  } as never)
  await owner.limits.set({ users: [{ email: 'member@example.org', limit: 5_000_000 }] } as never)
  await owner.telemetry.events({ events: eventsOf(0, 3000) })
  await sendMetrics(server, commitsSoFar(5, 1))
  await owner.analytics.refresh()
  // Credits are counted by a schedule, up to ten seconds later on a busy machine: 11 tokens for every second event.
  const countedCredits = async () => expect((await owner.organization.myUsage()).month.credits_used).toBe(16_500)
  await vi.waitFor(countedCredits, { timeout: 60_000 })
  const { id: webhookId } = await owner.webhooks.create({ url: 'https://receiver.invalid/hook' })
  const { token } = await owner.apiKeys.createToken()
  const params = { sessionId, messageId, computerId: computer.id, name: computer.name, reportId, webhookId }
  const installation = { keys, token, params }
  await createOnce(server, installation)
  return installation
}

/** A request that is done once, however often it is sent. The answer to it is kept, encrypted. */
export async function createOnce(server: RunningServer, { params }: Installation) {
  const response = await fetch(`${server.address}/api/v0/sessions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${ownerKey}`,
      'content-type': 'application/json',
      'idempotency-key': 'the same request',
    },
    body: JSON.stringify({ computerId: params.computerId }),
  })
  return { status: response.status, body: await response.text() }
}

/**
 * These endpoints answer differently in each process, so a copy answers something else; or they answer only the
 * credential of a computer.
 */
const leftOut = ['service.metrics', 'relay.content']

/** What every GET endpoint answers to the owner, as text. */
export async function answersOf(server: RunningServer, { params }: Installation): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  for (const { id, endpoint } of endpointList) {
    // A stream of events tells what happens from now on, and has no end.
    const isStream = endpoint.produces === 'text/event-stream'
    if (endpoint.method !== 'GET' || leftOut.includes(id) || isStream) continue
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const asksForDays = 'startDate' in ((endpoint.query as { properties?: object } | undefined)?.properties ?? {})
    const query = asksForDays ? '?startDate=2026-02-01&endDate=2026-02-09' : ''
    const response = await fetch(server.address + path + query, { headers: { authorization: `Bearer ${ownerKey}` } })
    const text = await response.text()
    // Each question uses the key, so the time of its last use differs.
    answers[id] = `${response.status} ${text.replaceAll(/"last(Used|Event)At":"[^"]+",?/g, '')}`
  }
  return answers
}

/** Runs a command of the service to its end: exit code and what it printed. */
export async function runCommand(environment: Readonly<Record<string, string>>, ...args: string[]) {
  const launched = launch(environment, [process.execPath, 'packages/server/src/main.ts', ...args])
  return { code: await launched.ended, output: launched.output(), errors: launched.errors() }
}

export async function endServer(server: RunningServer): Promise<void> {
  server.process.kill('SIGTERM')
  expect(await server.ended).toBe(0)
}
