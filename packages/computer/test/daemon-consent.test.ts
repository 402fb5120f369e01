import { randomUUIDv7 } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withConsent } from '../src/place/consent.ts'
import type { Identity } from '../src/place/identity.ts'
import { FakeRelay } from './fake-relay.ts'
import { identityFor, startDaemon, temporaryHome } from './start-daemon.ts'

const me = 'me'

async function begin(consent: Partial<Pick<Identity, 'access' | 'maxAutonomyLevel'>>) {
  const relay = await FakeRelay.start()
  const at = temporaryHome()
  await startDaemon(relay, at, { identity: { ...identityFor(relay), userId: me, ...consent } })
  await relay.until(() => relay.hellos[0])
  return { relay, at, sessionId: randomUUIDv7() }
}

/** A service that does not keep to the consent of the computer's user. */
function promptOf(relay: FakeRelay, sessionId: string, text: string, userId: string | undefined) {
  return relay.prompt(sessionId, text, { autonomyLevel: 'high' }, randomUUIDv7(), userId)
}

describe('a private computer', () => {
  it('does nothing that somebody else wrote, whatever the service says', async () => {
    const { relay, at, sessionId } = await begin({ access: 'private' })
    const turnId = promptOf(relay, sessionId, 'write hello.txt Hi.', 'somebody else')
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({
      outcome: 'failed',
      error: expect.stringContaining('--allow organization'),
    })
    expect(existsSync(join(at.folder, 'hello.txt'))).toBe(false)
    const own = promptOf(relay, sessionId, 'write hello.txt Hi.', me)
    expect(await relay.until(() => relay.endOf(own))).toMatchObject({ outcome: 'completed' })
    expect(existsSync(join(at.folder, 'hello.txt'))).toBe(true)
  })

  it('ends a turn whose question somebody else answers', async () => {
    const { relay, at, sessionId } = await begin({ access: 'private' })
    const turnId = relay.prompt(sessionId, 'write hello.txt Hi.', {}, randomUUIDv7(), me)
    const isAsked = () => relay.updatesOf(turnId).flatMap((update) => (update.kind === 'permission' ? [update] : []))[0]
    const { permission } = await relay.until(isAsked)
    relay.send({ type: 'decided', sessionId, turnId, permissionId: permission.id, optionId: 'yes', userId: 'somebody' })
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({ outcome: 'interrupted' })
    expect(existsSync(join(at.folder, 'hello.txt'))).toBe(false)
  })
})

describe('a computer with a highest level', () => {
  it('asks for what is above it, though the service says high', async () => {
    const { relay, sessionId } = await begin({ access: 'organization', maxAutonomyLevel: 'low' })
    expect(relay.hellos[0]).toMatchObject({ daemon: { consent: { access: 'organization', maxAutonomyLevel: 'low' } } })
    const turnId = promptOf(relay, sessionId, 'write hello.txt Hi.', 'somebody else')
    await relay.until(() => relay.updatesOf(turnId).find(({ kind }) => kind === 'permission'))
    relay.send({ type: 'interrupt', sessionId, turnId })
    await relay.until(() => relay.endOf(turnId))
  })

  it('keeps a lower one of the organization', () => {
    const both = withConsent({ maxAutonomyLevel: 'off' }, { access: 'private', maxAutonomyLevel: 'medium' })
    expect(both).toEqual({ maxAutonomyLevel: 'off' })
    expect(withConsent({}, { access: 'private', maxAutonomyLevel: 'medium' })).toEqual({ maxAutonomyLevel: 'medium' })
  })
})
