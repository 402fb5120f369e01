import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { sharedTestServer } from '../src/testing/test-server.ts'

const server = sharedTestServer({ MUSTER_NOW: '2026-03-05T09:30:00.000Z' })
const deploy = join(import.meta.dirname, '../../../deploy')

interface Selector {
  readonly metric: string
  readonly matchers: readonly { label: string; operator: string; value: string }[]
}

/** Metrics with what stands in braces behind them. Words that are followed by a bracket are functions. */
function selectorsIn(expression: string): Selector[] {
  const known = expression.matchAll(/\b((?:muster|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)
  return [...known].map(([, metric = '', inBraces = '']) => ({
    metric,
    matchers: [...inBraces.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].map(([, label = '', operator = '', value = '']) => {
      return { label, operator, value }
    }),
  }))
}

function expressionsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) =>
    key === 'expr' && typeof item === 'string' ? [item] : expressionsIn(item),
  )
}

const files = {
  'prometheus/alerts.yaml': parse(readFileSync(join(deploy, 'prometheus/alerts.yaml'), 'utf8')),
  'grafana/muster.json': JSON.parse(readFileSync(join(deploy, 'grafana/muster.json'), 'utf8')),
}

/** What Prometheus adds itself, and which statuses there were depends on what happened. */
const notOurs = ['job', 'instance', 'status']

async function samples(): Promise<Map<string, Record<string, string>[]>> {
  const { text } = await server().raw('GET', '/metrics')
  const found = new Map<string, Record<string, string>[]>()
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{([^}]*)\})? \S+$/gm)) {
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', value = '']) => [label, value])
    found.set(name, [...(found.get(name) ?? []), Object.fromEntries(pairs)])
  }
  return found
}

describe.each(Object.entries(files))('deploy/%s', (_, content) => {
  const selectors = expressionsIn(content).flatMap(selectorsIn)

  it('names metrics and labels that a running service has', async () => {
    expect(selectors.length).toBeGreaterThan(8)
    await server().acme.owner.telemetry.events({ events: [] })
    await server().raw('POST', '/v1/logs', { key: server().acme.owner.key, json: {} })
    const found = await samples()
    const missing = selectors.filter(({ metric, matchers }) => {
      const own = matchers.filter(({ label, operator }) => !notOurs.includes(label) && operator.startsWith('='))
      return !found
        .get(metric)
        ?.some((labels) =>
          own.every(({ label, operator, value }) =>
            operator === '=' ? labels[label] === value : new RegExp(`^(?:${value})$`).test(labels[label] ?? ''),
          ),
        )
    })
    expect(missing).toEqual([])
  })
})

describe('GET /metrics', () => {
  it('counts records by outcome, waiting days and failing days', async () => {
    const { acme, advance } = server()
    const value = async (line: string) => {
      const { text } = await server().raw('GET', '/metrics')
      return Number(
        text
          .split('\n')
          .find((each) => each.startsWith(`${line} `))
          ?.split(' ')
          .at(-1),
      )
    }
    const event = { id: 'one', time: '2026-03-04T12:00:00Z', client: 'web', type: 'message', role: 'user' } as const
    const before = await value('muster_telemetry_records_total{outcome="accepted"}')
    await acme.owner.telemetry.events({ events: [event] })
    await acme.owner.telemetry.events({ events: [event, { ...event, role: 'nobody' as never }] })
    expect(await value('muster_telemetry_records_total{outcome="accepted"}')).toBe(before + 1)
    expect(await value('muster_telemetry_records_total{outcome="duplicate"}')).toBe(1)
    expect(await value('muster_telemetry_records_total{outcome="quarantined"}')).toBe(1)
    expect(await value('muster_analytics_days{state="pending"}')).toBe(1)
    advance(1_000)
    expect(await value('muster_analytics_oldest_pending_seconds')).toBe(1)
    await acme.owner.analytics.refresh()
    expect(await value('muster_analytics_days{state="pending"}')).toBe(0)
    expect(await value('muster_analytics_days{state="failing"}')).toBe(0)
    expect(await value('muster_analytics_oldest_pending_seconds')).toBe(0)
    expect(await value('muster_telemetry_events_waiting')).toBe(0)
    expect(await value('muster_data_disk_free_bytes')).toBeGreaterThan(0)
    expect(await value('muster_database_connections{state="idle"}')).toBeGreaterThan(0)
  })
})
