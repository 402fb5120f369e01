import { stepWorth } from '@muster/contract/readiness/step-worth'
import { describe, expect, it } from 'vitest'
import { type Choice, fitWorth } from '../bench/readiness-steps/fit.ts'
import { stepsOf, storedChoices } from '../bench/readiness-steps/suite.ts'

describe('the worth of steps', () => {
  it('is what the choices of people give', () => {
    expect(stepWorth).toEqual(fitWorth(storedChoices()))
  })

  it('leads to steps that people would take, in repositories from which it was not found', () => {
    const choices = storedChoices()
    const steps = choices.flatMap((choice) => stepsOf(choice, choices).map((id) => ({ id, choice })))
    const taken = steps.filter(({ id, choice }) => [...choice.first, ...choice.also].includes(id))
    const silly = steps.filter(({ id, choice }) => choice.never.includes(id))
    expect(taken.length / steps.length).toBeGreaterThan(0.75)
    expect(silly.length / steps.length).toBeLessThan(0.05)
  })

  it('falls where people find a step silly, and rises where they choose it', () => {
    const chosen = (first: Choice['first'], never: Choice['never']): Choice => ({
      repository: 'a/b',
      chooser: 'c',
      first,
      also: [],
      never,
      open: ['skills', 'devcontainer', 'codeowners'],
    })
    const worth = fitWorth(Array.from({ length: 5 }, () => chosen(['skills'], ['devcontainer'])))
    expect(worth.skills).toBeGreaterThan(worth.codeowners)
    expect(worth.devcontainer).toBeLessThan(worth.codeowners)
    expect(fitWorth([]).devcontainer).toBeGreaterThan(0)
  })
})
