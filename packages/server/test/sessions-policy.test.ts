import type { ControlSettings } from '@muster/contract/controls'
import type { SessionSettingsInput } from '@muster/contract/session'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'

const server = sharedTestServer()
let computerId: string

beforeAll(async () => {
  const { owner } = server().acme
  computerId = (await owner.computers.register({ name: 'workshop', provider: 'managed' })).id
})

const control = (settings: ControlSettings) => server().acme.owner.controls.replace(settings)

const create = (sessionSettings: SessionSettingsInput = {}, person = server().acme.owner) =>
  person.sessions.create({ computerId, sessionSettings })

describe('the maximum autonomy level', () => {
  const levels = ['off', 'low', 'medium', 'high'] as const
  const modes = ['normal', 'auto-low', 'auto-medium', 'auto-high'] as const

  it.each(levels)('%s lowers level and mode of a new session to it, and no others', async (maximum) => {
    await control({ maxAutonomyLevel: maximum })
    const limit = levels.indexOf(maximum)
    for (const [rank, autonomyLevel] of levels.entries()) {
      const autonomyMode = modes[rank] ?? 'normal'
      const inForce = Math.min(rank, limit)
      const session = await create({ autonomyLevel, autonomyMode })
      expect(session.sessionSettings).toEqual({ autonomyLevel: levels[inForce], autonomyMode: modes[inForce] })
      expect(await server().acme.owner.sessions.get({ sessionId: session.sessionId })).toEqual(session)
    }
  })

  it.each(levels)('%s lowers what PATCH sets', async (maximum) => {
    await control({ maxAutonomyLevel: maximum })
    const { sessionId } = await create()
    const { sessionSettings } = await server().acme.owner.sessions.update({
      sessionId,
      sessionSettings: { autonomyLevel: 'high', autonomyMode: 'auto-high' },
    })
    const limit = levels.indexOf(maximum)
    expect(sessionSettings).toEqual({ autonomyLevel: levels[limit], autonomyMode: modes[limit] })
  })

  it('does not lower modes that ask before they act', async () => {
    await control({ maxAutonomyLevel: 'off' })
    for (const autonomyMode of ['normal', 'spec'] as const) {
      expect((await create({ autonomyMode })).sessionSettings).toEqual({ autonomyMode })
    }
  })

  it('sets nothing that was not asked for', async () => {
    await control({ maxAutonomyLevel: 'low' })
    expect((await create({ model: 'm' })).sessionSettings).toEqual({ model: 'm' })
  })

  it('lowers the defaults of the organization too', async () => {
    await control({ maxAutonomyLevel: 'low', sessionDefaultSettings: { autonomyLevel: 'high' } })
    expect((await create()).sessionSettings).toEqual({ autonomyLevel: 'low' })
  })

  it('lowers an older session as soon as anything in it is changed', async () => {
    await control({})
    const { sessionId } = await create({ autonomyLevel: 'high', autonomyMode: 'auto-high' })
    await control({ maxAutonomyLevel: 'medium' })
    const { sessionSettings } = await server().acme.owner.sessions.update({
      sessionId,
      sessionSettings: { model: 'm' },
    })
    expect(sessionSettings).toEqual({ model: 'm', autonomyLevel: 'medium', autonomyMode: 'auto-medium' })
  })
})

describe('sessionDefaultSettings', () => {
  const defaults = {
    model: 'house-model',
    reasoningEffort: 'low',
    interactionMode: 'spec',
    autonomyLevel: 'medium',
    autonomyMode: 'auto-medium',
    specModeModel: 'house-planner',
    specModeReasoningEffort: 'high',
  } as const

  it('fill in what a new session does not say', async () => {
    await control({ sessionDefaultSettings: defaults })
    expect((await create()).sessionSettings).toEqual(defaults)
    expect((await create({ model: 'mine', tags: [] })).sessionSettings).toEqual({
      ...defaults,
      model: 'mine',
      tags: [],
    })
  })

  it('do not touch sessions that are there, nor what PATCH leaves out', async () => {
    await control({})
    const { sessionId } = await create({ reasoningEffort: 'max' })
    await control({ sessionDefaultSettings: defaults })
    const updated = await server().acme.owner.sessions.update({ sessionId, sessionSettings: { tags: [] } })
    expect(updated.sessionSettings).toEqual({ reasoningEffort: 'max', tags: [] })
  })

  it('of another organization do not apply', async () => {
    await control({ sessionDefaultSettings: defaults })
    const { owner } = server().globex
    const computer = await owner.computers.register({ name: 'elsewhere' })
    expect((await owner.sessions.create({ computerId: computer.id })).sessionSettings).toEqual({})
  })
})

describe('the model policy', () => {
  const refused = { status: 403, code: 'model_not_allowed' }

  it('refuses a forbidden model on create and on PATCH, and changes nothing', async () => {
    await control({ modelPolicy: { allowedModelIds: ['good'] } })
    await expect(create({ model: 'bad' })).rejects.toMatchObject(refused)
    await expect(create({ model: 'good', specModeModel: 'bad' })).rejects.toMatchObject(refused)
    const session = await create({ model: 'good' })
    const { owner } = server().acme
    const { sessionId } = session
    await expect(owner.sessions.update({ sessionId, sessionSettings: { model: 'bad' } })).rejects.toMatchObject(refused)
    expect(await owner.sessions.get({ sessionId })).toEqual(session)
  })

  it('refuses a model that is blocked, also for owners', async () => {
    await control({ modelPolicy: { blockedModelIds: ['bad'] } })
    await expect(create({ model: 'bad' })).rejects.toMatchObject(refused)
    expect((await create({ model: 'any other' })).sessionSettings).toEqual({ model: 'any other' })
  })

  it('can be narrower for one user', async () => {
    const { member } = server().acme
    await control({ userModelPolicies: { [member.userId]: { blockedModelIds: ['dear'] } } })
    await expect(create({ model: 'dear' }, member)).rejects.toMatchObject(refused)
    expect((await create({ model: 'dear' })).sessionSettings).toEqual({ model: 'dear' })
  })

  it('lets a session keep its model while other settings change', async () => {
    await control({})
    const { sessionId } = await create({ model: 'was fine' })
    await control({ modelPolicy: { blockedModelIds: ['was fine'] } })
    const { owner } = server().acme
    const { sessionSettings } = await owner.sessions.update({ sessionId, sessionSettings: { tags: [] } })
    expect(sessionSettings).toEqual({ model: 'was fine', tags: [] })
  })
})

describe('the mission policy', () => {
  it('admits only those it names', async () => {
    const { member, manager } = server().acme
    await control({ missionPolicy: { restrictedAccess: true, allowedUserIds: [member.userId] } })
    expect((await create({ interactionMode: 'mission' }, member)).sessionSettings).toEqual({
      interactionMode: 'mission',
    })
    const refused = { status: 403, code: 'mission_not_allowed' }
    await expect(create({ interactionMode: 'mission' }, manager)).rejects.toMatchObject(refused)
    const { sessionId } = await create({}, manager)
    const change = { sessionId, sessionSettings: { interactionMode: 'mission' as const } }
    await expect(manager.sessions.update(change)).rejects.toMatchObject(refused)
  })

  it('admits everybody unless it is restricted', async () => {
    await control({ missionPolicy: { allowedUserIds: [] } })
    expect((await create({ interactionMode: 'mission' })).sessionSettings).toEqual({ interactionMode: 'mission' })
  })
})

describe('the kinds of computers that are allowed', () => {
  it('decide where sessions can be created', async () => {
    await control({ managedComputersEnabled: false })
    await expect(create()).rejects.toMatchObject({ status: 403, code: 'computer_not_allowed' })
    await control({ managedComputersEnabled: true, byomComputersEnabled: false })
    await expect(server().acme.owner.computers.register({ name: 'mine' })).rejects.toMatchObject({ status: 403 })
    expect((await create()).computerId).toBe(computerId)
  })

  it('refuse messages to computers that were allowed before', async () => {
    await control({})
    const { sessionId } = await create()
    await control({ managedComputersEnabled: false })
    const { owner } = server().acme
    await expect(owner.messages.post({ sessionId, text: 'go' })).rejects.toMatchObject({ code: 'computer_not_allowed' })
    expect((await owner.sessions.get({ sessionId })).messageCount).toBe(0)
  })
})
