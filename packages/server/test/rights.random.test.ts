import fc from 'fast-check'
import { describe, it } from 'vitest'
import { fuzzRuns } from '../src/testing/runs.ts'
import { testServer } from '../src/testing/test-server.ts'
import { audience, openIdProvider } from './openid-provider.ts'
import { pinned, steps } from './rights-steps.ts'
import { World } from './rights-world.ts'

/** `FUZZ_SEED=7 FUZZ_RUNS=500` tries other and more sequences. A failure prints its seed. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_115)
const numRuns = fuzzRuns(5, 20)

/**
 * A busy machine tries fewer sequences instead of taking longer, and reports a failure before it is shrunk completely.
 */
const interruptAfterTimeLimit = 60_000 + numRuns * 5_000

describe('no sequence of calls with a bearer', () => {
  it('leads beyond its role, its scopes and its life', { timeout: 2 * interruptAfterTimeLimit }, async () => {
    const provider = await openIdProvider()
    // Beside an embedded database the service also remembers rights.
    const server = await testServer({
      DATABASE_URL: '',
      MUSTER_NOW: '2026-11-16T09:30:00.000Z',
      MUSTER_RATE_LIMIT: '0',
      MUSTER_BROWSER_IDLE_HOURS: '8760',
      MUSTER_BROWSER_DAYS: '365',
      MUSTER_OIDC_ISSUER: provider.issuer,
      MUSTER_OIDC_AUDIENCE: audience,
      MUSTER_OIDC_JWKS_URL: provider.jwksUrl,
    })
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const world = await World.create(server, provider)
        for (const step of sequence) await world.take(step)
        await world.judge()
      }),
      { seed, numRuns: pinned.length + numRuns, examples: pinned, interruptAfterTimeLimit },
    )
  })
})
