import { demoDays, demoSeed as seed } from '@muster/demo/demo-days'
import { peopleOf } from '@muster/demo/people'
import type { DemoEvent } from '@muster/demo/play-session'
import { describe, expect, it } from 'vitest'
import { dayOf } from '../../ground/platform/days.ts'
import { readEvent } from '../../know/ingest/native/read-event.ts'

function eventsBetween(from: string, through: string, chosen = seed): DemoEvent[] {
  return [...demoDays(chosen, from, through)].flatMap(({ events }) => events)
}

function countOf(from: string, through: string): number {
  return eventsBetween(from, through).length
}

type Kind = DemoEvent['type']

function only<K extends Kind>(events: readonly DemoEvent[], type: K) {
  return events.filter((event): event is Extract<DemoEvent, { type: K }> => event.type === type)
}

const now = Date.parse('2026-10-01T00:00:00Z')
const start = eventsBetween('2026-01-14', '2026-01-27')
const spring = eventsBetween('2026-05-18', '2026-05-25')
const autumn = eventsBetween('2026-09-07', '2026-09-16')

describe('the people of the demonstration', () => {
  const people = peopleOf(seed)

  it('are 120 with an address of their own, in teams that have a manager each', () => {
    expect(people).toHaveLength(120)
    expect(new Set(people.map(({ email }) => email)).size).toBe(120)
    const managers = people.filter(({ role }) => role === 'manager')
    expect(managers.map(({ team }) => team.name)).toEqual([...new Set(people.map(({ team }) => team.name))])
  })

  it('have habits of every kind, and some of them stop', () => {
    expect(new Set(people.map(({ habit }) => habit))).toEqual(new Set(['power', 'steady', 'occasional', 'never']))
    const stopping = people.filter(({ habit, stops }) => habit !== 'never' && stops !== undefined)
    expect(stopping.length).toBeGreaterThan(2)
  })
})

describe('the events of the demonstration', () => {
  it('are the same whenever they are made, and others for another seed', () => {
    expect(eventsBetween('2026-01-14', '2026-01-27')).toEqual(start)
    expect(eventsBetween('2026-01-14', '2026-01-27', 'another')).not.toEqual(start)
  })

  it('of a day do not depend on the days that are made with it', () => {
    const [day] = demoDays(seed, '2026-09-16', '2026-09-16')
    expect(day?.events).toEqual(autumn.filter(({ time }) => dayOf(time) === '2026-09-16'))
  })

  it('are on their day, and begin with the first day of analytics', () => {
    for (const { day, events } of demoDays(seed, '2026-01-14', '2026-02-03')) {
      expect(new Set(events.map(({ time }) => dayOf(time))).difference(new Set([day]))).toEqual(new Set())
    }
  })

  it('are all understood by the service', () => {
    for (const event of [...start, ...spring, ...autumn]) expect(readEvent(event, now)).toHaveProperty('draft')
  })

  it('have ids, commits and pull requests that occur once', () => {
    const all = [...start, ...spring, ...autumn]
    const once = (values: unknown[]) => expect(new Set(values).size).toBe(values.length)
    once(all.map(({ id }) => id))
    once(only(all, 'commit').map(({ sha }) => sha))
    once(only(all, 'pull_request').map(({ url }) => url))
  })

  it('are few on weekends and public holidays', () => {
    const usual = countOf('2026-05-19', '2026-05-19')
    expect(countOf('2026-05-23', '2026-05-23')).toBeLessThan(usual / 5)
    expect(countOf('2026-05-25', '2026-05-25')).toBeLessThan(usual / 5)
    expect(countOf('2026-07-03', '2026-07-03')).toBeLessThan(usual / 5)
    expect(countOf('2026-09-07', '2026-09-07')).toBeLessThan(usual / 5)
  })

  it('grow with the people who have begun, and so does what agents may do by themselves', () => {
    const users = (events: readonly DemoEvent[]) => new Set(events.map(({ userEmail }) => userEmail)).size
    expect(users(spring)).toBeGreaterThan(1.5 * users(start))
    expect(users(autumn)).toBeGreaterThan(users(spring))
    const free = (events: readonly DemoEvent[]) => {
      const calls = only(events, 'tool_call')
      return calls.filter(({ autonomyLevel }) => autonomyLevel === 'auto-high').length / calls.length
    }
    expect(free(autumn)).toBeGreaterThan(free(start) + 0.05)
  })

  it('come from all clients, and some sessions go on past midnight', () => {
    expect(new Set(autumn.map(({ client }) => client)).size).toBe(3)
    const days = Map.groupBy(autumn, ({ sessionId }) => sessionId)
    const crossing = [...days.values()].filter((events) => new Set(events.map(({ time }) => dayOf(time))).size > 1)
    expect(crossing.length).toBeGreaterThan(3)
  })

  it('move to a released model, and away from a retired one', () => {
    const models = (events: readonly DemoEvent[]) => new Set(only(events, 'model_call').map(({ model }) => model))
    expect(models(start)).toContain('atlas-4')
    expect(models(start)).not.toContain('atlas-5')
    expect(models(spring)).toContain('atlas-4')
    expect(models(spring)).toContain('atlas-5')
    expect(models(autumn)).not.toContain('atlas-4')
  })

  it('spell servers in several ways, and wrap or garble some names of tools', () => {
    const calls = only(autumn, 'tool_call')
    const servers = new Set(calls.flatMap(({ mcpServer }) => mcpServer ?? []))
    expect(new Set([...servers].map((server) => server.trim().toLowerCase())).size).toBeLessThan(servers.size)
    expect(calls.filter(({ tool }) => tool.startsWith('functions.')).length).toBeGreaterThan(0)
    expect(calls.filter((call) => 'unknownTool' in readEvent(call, now)).length).toBeGreaterThan(0)
  })

  it('have everything that can be counted', () => {
    const kinds = new Set(autumn.map(({ type }) => type))
    expect(kinds.size).toBe(12)
  })

  it('have the cost for one agent, and lines, refusals, errors and repositories', () => {
    const calls = Map.groupBy(only(autumn, 'model_call'), ({ agent }) => agent ?? '')
    expect([...calls.keys()].sort()).toEqual(['atlas-code', 'heron-cli', 'kestrel-cli'])
    expect(calls.get('atlas-code')?.every(({ cost }) => cost !== undefined && cost > 0)).toBe(true)
    expect(calls.get('kestrel-cli')?.every(({ cost }) => cost === undefined)).toBe(true)
    const tools = only(autumn, 'tool_call')
    expect(new Set(tools.map(({ decision }) => decision))).toEqual(new Set([undefined, 'accept', 'refuse']))
    expect(new Set(tools.flatMap(({ errorKind }) => errorKind ?? [])).size).toBeGreaterThan(2)
    expect(only(autumn, 'file').every(({ linesAdded }) => linesAdded !== undefined)).toBe(true)
    expect(new Set(autumn.map(({ repository }) => repository)).size).toBeGreaterThan(10)
  })
})
