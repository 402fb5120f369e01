import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sharedTestServer } from '../../server/src/testing/test-server.ts'
import { asOwner, asPerson } from './as-owner.ts'
import { muster, temporaryHome } from './run-muster.ts'

const server = sharedTestServer()

describe('muster doctor', () => {
  it('finds nothing wrong on a machine on which nothing of Muster is used yet, and says how each thing begins', async () => {
    const { code, stdout } = await muster(['doctor'], { env: { HOME: await temporaryHome(), PATH: '/nowhere' } })
    expect(code).toBe(0)
    for (const hint of ['`muster login`', '`muster connect --help`', '`muster computers join --help`']) {
      expect(stdout).toContain(hint)
    }
  })

  it('tells who you are, and sends a test record for each agent that is connected', async () => {
    const owner = await asOwner(server())
    await owner.text('connect', 'claude-code', '--write', '--yes')
    const { findings } = await owner.json<{ findings: { about: string; state: string; text: string }[] }>('doctor')
    const stateOf = (wanted: string) => findings.filter(({ about }) => about === wanted).map(({ state }) => state)
    expect([stateOf('service'), stateOf('telemetry')]).toEqual([['fine'], ['fine']])
    expect(await owner.text('doctor')).toContain(`${server().address} knows you: owner@acme.test, owner of`)
  })

  it('ends with 1 and the next step where something does not work, and shows no key', async () => {
    const key = `mst_k1_${'s'.repeat(43)}`
    const { env, call } = await asPerson(server(), key)
    await mkdir(join(env.HOME, '.muster'), { recursive: true })
    const broken = { hooks: { Stop: [{ hooks: [{ type: 'command', command: '/nowhere/at-all' }] }] } }
    await writeFile(join(env.HOME, '.muster/settings.json'), JSON.stringify(broken))
    const { code, stdout, stderr } = await call(['doctor'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('2 things do not work.')])
    expect(stdout).toMatch(/✗ service .*The service does not take your key/)
    expect(stdout).toMatch(/✗ hooks .*nowhere/)
    expect(stdout + stderr).not.toContain(key)
  })
})
