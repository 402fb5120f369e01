import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { admittedForMs } from '../src/govern/keys/stays.ts'
import { answerMs } from '../src/run/relay/turn-away.ts'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { changes, columns, outcomesOf } from './admission-changes.ts'
import { type Outcome, ways } from './admission-ways.ts'
import { newWorld, type StandIn, settings } from './admission-world.ts'
import { openIdStandIn } from './openid-stand-in.ts'
import { nodes } from './second-node.ts'

let provider: StandIn
beforeAll(async () => {
  provider = await openIdStandIn()
})
afterAll(() => provider.close())
const server = sharedTestServer(() => ({ ...nodes, ...settings, ...provider.settings }))

describe('whoever comes in, or is in', () => {
  it.each(columns)('is refused, or their connection ends, on every node when %s', async (column) => {
    const world = await newWorld(server(), provider)
    const expected = outcomesOf(column)
    const begun: [way: string, outcome: () => Promise<Outcome>][] = []
    for (const [way] of expected) begun.push([way, await ways[way](world)])
    await changes[column](world)
    const outcomes: [way: string, outcome: Outcome][] = []
    for (const [way, outcome] of begun) outcomes.push([way, await outcome()])
    expect(outcomes).toEqual(expected)
  })

  it('stays for less than two seconds', () => {
    expect(admittedForMs + answerMs).toBeLessThan(2_000)
  })
})
