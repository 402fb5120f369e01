import { randomUUIDv7 } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { FakeRelay } from './fake-relay.ts'
import { needBubblewrap } from './need-bubblewrap.ts'
import { startDaemon, temporaryHome } from './start-daemon.ts'

describe('confinement', () => {
  beforeAll(needBubblewrap)

  it('keeps an agent to its folder, and hides what is ours and what the organization hides', async () => {
    const relay = await FakeRelay.start()
    const at = temporaryHome()
    const [open, secret] = [join(at.home, 'open'), join(at.home, 'secret')]
    for (const each of [open, secret]) mkdirSync(each)
    writeFileSync(join(secret, 'plan.txt'), 'hidden words')
    relay.policy = { sandbox: { enabled: true, filesystem: { allowWrite: [open], denyRead: ['~/secret'] } } }
    await startDaemon(relay, at)
    const commands = [
      'echo fine > inside.txt',
      `echo fine > ${open}/outside.txt`,
      `echo bad > ${at.home}/bad.txt`,
      `cat ${secret}/plan.txt`,
      `ls -A ${at.home}/.muster`,
      `kill -0 ${process.pid} && echo sees us`,
    ]
    const text = commands.map((command) => `run ${command}`).join('\n')
    const turnId = relay.prompt(randomUUIDv7(), text, { autonomyLevel: 'high' })
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({ outcome: 'completed' })
    expect(existsSync(join(at.folder, 'inside.txt'))).toBe(true)
    expect(existsSync(join(open, 'outside.txt'))).toBe(true)
    expect(existsSync(join(at.home, 'bad.txt'))).toBe(false)
    const said = relay.textOf(turnId).join('\n')
    expect(said).not.toContain('hidden words')
    expect(said).not.toContain('identity')
    expect(said).not.toContain('sees us')
  })

  it('is reported to the service', async () => {
    const relay = await FakeRelay.start()
    await startDaemon(relay, temporaryHome())
    expect(relay.hellos[0]?.daemon.confinement.available).toBe(true)
  })

  it('that is demanded and not possible refuses the turn with a reason', async () => {
    const relay = await FakeRelay.start()
    const at = temporaryHome()
    relay.policy = { sandbox: { enabled: true } }
    await startDaemon(relay, at, { env: { PATH: '/nowhere', HOME: at.home } })
    const turnId = relay.prompt(randomUUIDv7(), 'say Hello.')
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({
      outcome: 'failed',
      error: expect.stringContaining('The organization demands that agents are confined. bubblewrap is not installed'),
    })
  })
})
