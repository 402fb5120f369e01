import { addDays } from '@muster/contract/days'
import type { UsageEventInput } from '@muster/contract/telemetry'
import fc from 'fast-check'
import { expect } from 'vitest'
import { operatorKey, type TestServer } from '../src/testing/test-server.ts'

/** A cost in whole dollars, so that the oracle's sums are exact. */
export interface Cost {
  readonly day: string
  readonly team: string
  readonly model: string
  readonly repository: string
  readonly person: string
  readonly cost: number
}

let organizations = 0
/** An organization of its own, with these costs and no others. */
export async function organizationThatPaid({ client }: TestServer, costs: readonly Cost[]) {
  const ownerEmail = `owner${++organizations}@paid.test`
  const { apiKey } = await client(operatorKey).operator.createOrganization({ name: 'x', ownerEmail })
  const owner = client(apiKey)
  const events = costs.map(({ day, team, model, repository, person, cost }, at): UsageEventInput => {
    const call = { type: 'model_call', model, inputTokens: 1, outputTokens: 1, cost } as const
    return { id: `${at}`, time: `${day}T08:00:00Z`, client: 'web', userEmail: person, team, repository, ...call }
  })
  for (let at = 0; at < events.length; at += 500) {
    expect((await owner.telemetry.events({ events: events.slice(at, at + 500) })).rejected).toEqual([])
  }
  await owner.analytics.refresh()
  return owner
}

export const aCost = fc.record({
  day: fc.integer({ min: 0, max: 76 }).map((days) => addDays('2026-01-31', days)),
  team: fc.constantFrom('Web', 'Data', 'Mobile'),
  model: fc.constantFrom('atlas-5', 'kestrel-2'),
  repository: fc.constantFrom('shop', 'site'),
  person: fc.constantFrom('ada@x.test', 'bo@x.test', 'cy@x.test'),
  cost: fc.integer({ min: 1, max: 50 }),
})
