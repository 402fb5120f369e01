import { describe, expect, it } from 'vitest'
import { runCampaign } from '../chaos/campaign.ts'

/** A seed that found something is added here, so that it is tried each time. */
const seed = Number(process.env.MUSTER_CHAOS_SEED ?? Math.floor(Math.random() * 2 ** 31))

describe('25 random faults while writers of every kind work', () => {
  it(`lose, double and reorder nothing that was acknowledged (seed ${seed})`, { timeout: 900_000 }, async () => {
    const lines = [`To repeat these faults: npm run chaos -- --faults 25 --seed ${seed}`]
    const print = (line: string) => lines.push(line)
    const { problems, counts } = await runCampaign({ faults: 25, seed, print }).finally(() => {
      console.log(lines.join('\n'))
    })
    expect(problems).toEqual([])
    const kinds = ['native events', 'log records', 'gRPC records', 'points of running totals', 'messages']
    for (const kind of kinds) expect(counts.get(`${kind} acknowledged`)).toBeGreaterThan(10)
    expect(counts.get('turns with an answer')).toBeGreaterThan(10)
  })
})
