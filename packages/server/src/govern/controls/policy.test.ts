import type { ModelPolicy } from '@muster/contract/controls'
import { autonomyLevels } from '@muster/contract/enumerations'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clampAutonomy, governSettings, isModelAllowed } from './policy.ts'

function allows(
  policy: ModelPolicy,
  model: string,
  customModels: { model: string; id?: string; baseUrl?: string }[] = [],
) {
  return isModelAllowed(model, { modelPolicy: policy, customModels }, 'somebody')
}

describe('isModelAllowed', () => {
  it('allows everything unless a policy says otherwise', () => {
    expect(isModelAllowed('any', {}, 'somebody')).toBe(true)
    expect(allows({}, 'any')).toBe(true)
    expect(allows({ allowedModelIds: [] }, 'any')).toBe(true)
  })

  it.each<[ModelPolicy, boolean]>([
    [{ allowedModelIds: ['a'] }, true],
    [{ allowedModelIds: ['b'] }, false],
    [{ blockedModelIds: ['a'] }, false],
    [{ blockedModelIds: ['b'] }, true],
    [{ allowedModelIds: ['a'], blockedModelIds: ['a'] }, false],
    [{ allowAllFactoryModels: true, allowedModelIds: ['b'] }, true],
    [{ allowAllFactoryModels: true, blockedModelIds: ['a'] }, false],
    [{ allowAllFactoryModels: false }, false],
    [{ allowAllFactoryModels: false, allowedModelIds: ['a'] }, true],
    [{ allowCustomModels: false }, true],
  ])('judges model a by %j: %j', (policy, expected) => {
    expect(allows(policy, 'a')).toBe(expected)
  })

  it.each<[ModelPolicy, boolean]>([
    [{}, true],
    [{ allowCustomModels: true }, true],
    [{ allowCustomModels: false }, false],
    [{ allowedModelIds: ['other'] }, true],
    [{ blockedModelIds: ['mine'] }, false],
    [{ allowedBaseUrls: ['https://models.example.com'] }, true],
    [{ allowedBaseUrls: ['https://models.example.com/v1/'] }, true],
    [{ allowedBaseUrls: ['https://models.example.com/v'] }, false],
    [{ allowedBaseUrls: ['https://models.example.com/v1/chat'] }, false],
    [{ allowedBaseUrls: ['http://models.example.com'] }, false],
    [{ allowedBaseUrls: ['https://models.example.com:8443'] }, false],
    [{ allowedBaseUrls: ['https://example.com'] }, false],
    [{ allowedBaseUrls: ['not a url'] }, false],
  ])('judges a custom model by %j: %j', (policy, expected) => {
    expect(allows(policy, 'mine', [{ model: 'llama', id: 'mine', baseUrl: 'https://models.example.com/v1' }])).toBe(
      expected,
    )
  })

  it('is not misled by an address that only begins like an allowed one', () => {
    const policy = { allowedBaseUrls: ['https://a.example'] }
    for (const baseUrl of [
      'https://a.example.evil.org',
      'https://a.example@evil.org',
      'https://evil.org/https://a.example',
    ]) {
      expect(allows(policy, 'm', [{ model: 'm', baseUrl }])).toBe(false)
    }
    expect(allows(policy, 'm', [{ model: 'm' }])).toBe(false)
  })

  it('knows fast models by the word in their id', () => {
    for (const model of ['opus-fast', 'fast', 'a/fast:1', 'X-Fast-2']) {
      expect(allows({ isFastModelsAllowed: false }, model)).toBe(false)
      expect(allows({ isFastModelsAllowed: true }, model)).toBe(true)
    }
    for (const model of ['breakfast', 'faster', 'opus'])
      expect(allows({ isFastModelsAllowed: false }, model)).toBe(true)
  })

  it('never lets a user’s own policy widen the organization’s', () => {
    const ids = fc.constantFrom('a', 'b', 'c-fast')
    const policies = fc.record<ModelPolicy>(
      {
        allowedModelIds: fc.array(ids),
        blockedModelIds: fc.array(ids),
        allowAllFactoryModels: fc.boolean(),
        allowCustomModels: fc.boolean(),
        isFastModelsAllowed: fc.boolean(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(policies, policies, ids, (modelPolicy, own, model) => {
        const both = isModelAllowed(model, { modelPolicy, userModelPolicies: { me: own } }, 'me')
        expect(both).toBe(allows(modelPolicy, model) && allows(own, model))
      }),
    )
  })
})

describe('clampAutonomy', () => {
  it('never leaves more than the maximum, and never raises anything', () => {
    const level = fc.constantFrom(...autonomyLevels)
    const mode = fc.constantFrom('normal', 'spec', 'auto-low', 'auto-medium', 'auto-high' as const)
    const rank = (name: string) =>
      Math.max(
        0,
        autonomyLevels.findIndex((one) => name === one || name === `auto-${one}`),
      )
    fc.assert(
      fc.property(level, level, mode, (maximum, autonomyLevel, autonomyMode) => {
        const clamped = clampAutonomy({ autonomyLevel, autonomyMode }, maximum)
        expect(rank(clamped.autonomyLevel)).toBe(Math.min(rank(autonomyLevel), rank(maximum)))
        expect(rank(clamped.autonomyMode)).toBe(Math.min(rank(autonomyMode), rank(maximum)))
      }),
    )
  })

  it('leaves alone what was not asked for, and everything without a maximum', () => {
    expect(clampAutonomy({}, 'off')).toEqual({})
    expect(clampAutonomy({ autonomyMode: 'spec' }, 'off')).toEqual({ autonomyMode: 'spec' })
    expect(clampAutonomy({ autonomyLevel: 'high' }, undefined)).toEqual({ autonomyLevel: 'high' })
  })
})

describe('governSettings', () => {
  it('judges the models of both modes', () => {
    const controls = { modelPolicy: { allowedModelIds: ['good'] } }
    expect(governSettings({ model: 'good', specModeModel: 'good' }, controls, 'me')).toEqual({
      model: 'good',
      specModeModel: 'good',
    })
    expect(() => governSettings({ model: 'good', specModeModel: 'bad' }, controls, 'me')).toThrow('bad')
  })
})
