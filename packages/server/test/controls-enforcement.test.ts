import { randomUUID } from 'node:crypto'
import type { ControlSettings } from '@muster/contract/controls'
import type { ProviderType } from '@muster/contract/enumerations'
import { describe, expect, it } from 'vitest'
import { operatorKey, sharedTestServer } from '../src/testing/test-server.ts'

const server = sharedTestServer()

/** An organization under these controls, with a computer of each kind that was there before them. */
async function governed(settings: ControlSettings) {
  const { client } = server()
  const { apiKey, owner } = await client(operatorKey).operator.createOrganization({ name: 'x', ownerEmail: 'o@x.test' })
  const person = client(apiKey)
  const byom = (await person.computers.register({ name: 'own', provider: 'byom' })).id
  const managed = (await person.computers.register({ name: 'managed', provider: 'managed' })).id
  const { sessionId } = await person.sessions.create({ computerId: byom })
  await person.controls.replace(settings)
  return { person, userId: owner.id, byom, managed, sessionId }
}

describe.each([
  { provider: 'byom' as ProviderType, other: 'managed' as ProviderType, control: 'byomComputersEnabled' as const },
  { provider: 'managed' as ProviderType, other: 'byom' as ProviderType, control: 'managedComputersEnabled' as const },
])('$control: false', ({ provider, other, control }) => {
  const refused = { status: 403, code: 'computer_not_allowed' }

  it('lets nobody register such a computer, or begin work on one', async () => {
    const { person, ...computers } = await governed({ [control]: false })
    await expect(person.computers.register({ name: 'new', provider })).rejects.toMatchObject(refused)
    await expect(person.sessions.create({ computerId: computers[provider] })).rejects.toMatchObject(refused)
    expect((await person.computers.register({ name: 'new', provider: other })).providerType).toBe(other)
    expect((await person.sessions.create({ computerId: computers[other] })).computerId).toBe(computers[other])
  })

  it('stops new messages to sessions that are on one, until it is allowed again', async () => {
    const { person, ...computers } = await governed({})
    const { sessionId } = await person.sessions.create({ computerId: computers[provider] })
    await person.controls.replace({ [control]: false })
    await expect(person.messages.post({ sessionId, text: 'go' })).rejects.toMatchObject(refused)
    expect((await person.messages.list({ sessionId })).messages).toEqual([])
    await person.controls.replace({ [control]: true })
    expect((await person.messages.post({ sessionId, text: 'go' })).status).toBe('pending')
  })

  it('still shows the computers that are there', async () => {
    const { person, ...computers } = await governed({ [control]: false })
    expect((await person.computers.get({ computerId: computers[provider] })).providerType).toBe(provider)
    expect((await person.computers.list()).computers).toHaveLength(2)
  })
})

describe('modelPolicy', () => {
  const refused = { status: 403, code: 'model_not_allowed' }
  const settings = { modelPolicy: { blockedModelIds: ['bad'] } }

  it('refuses a model on creation, whichever field names it', async () => {
    const { person, byom: computerId } = await governed(settings)
    for (const sessionSettings of [
      { model: 'bad' },
      { specModeModel: 'bad' },
      { model: 'good', specModeModel: 'bad' },
    ]) {
      await expect(person.sessions.create({ computerId, sessionSettings })).rejects.toMatchObject(refused)
    }
    const session = await person.sessions.create({ computerId, sessionSettings: { model: 'good' } })
    expect(session.sessionSettings?.model).toBe('good')
  })

  it('refuses a model on an update, and leaves the session as it was', async () => {
    const { person, sessionId } = await governed(settings)
    const update = person.sessions.update({ sessionId, sessionSettings: { model: 'bad', reasoningEffort: 'low' } })
    await expect(update).rejects.toMatchObject(refused)
    expect((await person.sessions.get({ sessionId })).sessionSettings).toEqual({})
  })

  it('refuses a default of the organization that it forbids itself', async () => {
    const { person, byom: computerId } = await governed({ ...settings, sessionDefaultSettings: { model: 'bad' } })
    await expect(person.sessions.create({ computerId })).rejects.toMatchObject(refused)
    const sessionSettings = { model: 'good' }
    expect((await person.sessions.create({ computerId, sessionSettings })).sessionSettings?.model).toBe('good')
  })

  it('may be narrower for one user', async () => {
    const { person, userId, byom: computerId } = await governed({})
    await person.controls.replace({
      userModelPolicies: { [userId]: { allowedModelIds: ['small'] }, [randomUUID()]: { allowedModelIds: ['none'] } },
    })
    await expect(person.sessions.create({ computerId, sessionSettings: { model: 'big' } })).rejects.toMatchObject(
      refused,
    )
    const session = await person.sessions.create({ computerId, sessionSettings: { model: 'small' } })
    expect(session.sessionSettings?.model).toBe('small')
  })
})

describe('maxAutonomyLevel', () => {
  it('lowers what is asked for, and shows what is in force', async () => {
    const { person, byom: computerId } = await governed({ maxAutonomyLevel: 'low' })
    const sessionSettings = { autonomyLevel: 'high' as const, autonomyMode: 'auto-high' as const }
    const session = await person.sessions.create({ computerId, sessionSettings })
    const inForce = { autonomyLevel: 'low', autonomyMode: 'auto-low' }
    expect(session.sessionSettings).toEqual(inForce)
    const { sessionId } = session
    expect((await person.sessions.get({ sessionId })).sessionSettings).toEqual(inForce)
    const higher = await person.sessions.update({ sessionId, sessionSettings: { autonomyLevel: 'medium' } })
    expect(higher.sessionSettings?.autonomyLevel).toBe('low')
    const lower = await person.sessions.update({ sessionId, sessionSettings: { autonomyLevel: 'off' } })
    expect(lower.sessionSettings?.autonomyLevel).toBe('off')
  })

  it('lowers the defaults of the organization too', async () => {
    const { person, byom: computerId } = await governed({
      maxAutonomyLevel: 'off',
      sessionDefaultSettings: { autonomyLevel: 'high', autonomyMode: 'auto-medium', model: 'm' },
    })
    const { sessionSettings } = await person.sessions.create({ computerId })
    expect(sessionSettings).toEqual({ autonomyLevel: 'off', autonomyMode: 'normal', model: 'm' })
  })
})

describe('missionPolicy', () => {
  const mission = { interactionMode: 'mission' as const }
  const refused = { status: 403, code: 'mission_not_allowed' }

  it('admits only the people that it names', async () => {
    const {
      person,
      userId,
      byom: computerId,
      sessionId,
    } = await governed({ missionPolicy: { restrictedAccess: true } })
    await expect(person.sessions.create({ computerId, sessionSettings: mission })).rejects.toMatchObject(refused)
    await expect(person.sessions.update({ sessionId, sessionSettings: mission })).rejects.toMatchObject(refused)
    await person.controls.replace({ missionPolicy: { restrictedAccess: true, allowedUserIds: [userId] } })
    expect((await person.sessions.update({ sessionId, sessionSettings: mission })).sessionSettings).toEqual(mission)
  })

  it('admits everybody unless access is restricted', async () => {
    const { person, byom: computerId } = await governed({ missionPolicy: { allowedUserIds: [] } })
    expect((await person.sessions.create({ computerId, sessionSettings: mission })).sessionSettings).toEqual(mission)
  })
})

describe('sessionDefaultSettings', () => {
  it('fill in what a new session does not say', async () => {
    const { person, byom: computerId } = await governed({
      sessionDefaultSettings: { model: 'a', reasoningEffort: 'low' },
    })
    const { sessionSettings } = await person.sessions.create({ computerId, sessionSettings: { model: 'b' } })
    expect(sessionSettings).toEqual({ model: 'b', reasoningEffort: 'low' })
  })
})

describe('controls that become stricter', () => {
  it('apply to the next message of a session that was made before them', async () => {
    const { person, byom } = await governed({})
    const sessionSettings = { model: 'model-a', autonomyLevel: 'high', autonomyMode: 'auto-high' } as const
    const { sessionId } = await person.sessions.create({ computerId: byom, sessionSettings })
    await person.controls.replace({ maxAutonomyLevel: 'low' })
    await person.messages.post({ sessionId, text: 'go' })
    const lowered = { model: 'model-a', autonomyLevel: 'low', autonomyMode: 'auto-low' }
    expect((await person.sessions.get({ sessionId })).sessionSettings).toEqual(lowered)
    await person.controls.replace({ modelPolicy: { blockedModelIds: ['model-a'] } })
    await expect(person.messages.post({ sessionId, text: 'on' })).rejects.toMatchObject({ code: 'model_not_allowed' })
    expect(await person.sessions.get({ sessionId })).toMatchObject({ messageCount: 1 })
  })
})
