import type { Compared } from './rounds.ts'

/** One comparison, with its value in each round. */
export interface Ratio {
  readonly name: string
  readonly values: readonly number[]
  readonly target: number | undefined
}

const deepPageTarget = 0.8

/**
 * A ratio compares the two sides of one round, which met the same conditions. The median is taken over these ratios.
 */
export function ratiosOf(compared: readonly Compared[]): Ratio[] {
  const ratios = compared.flatMap((scenario) =>
    scenario.beside === 'bare SQL' ? writeRatios(scenario) : readRatios(scenario),
  )
  const first = compared.find(({ depth }) => depth === 'first page')
  const deep = compared.find(({ depth }) => depth === 'deep page')
  if (!first || !deep) return ratios
  const values = deep.rounds.map(
    (round, index) => round.service.perCore / (first.rounds[index]?.service.perCore ?? Number.NaN),
  )
  return [...ratios, { name: `${deep.name} ÷ ${first.name}, per core`, values, target: deepPageTarget }]
}

function readRatios({ name, rounds, target }: Compared): Ratio[] {
  const values = rounds.map(({ service, baseline }) => service.perCore / baseline.perCore)
  return [{ name: `${name} ÷ bare server, per core`, values, target }]
}

function writeRatios({ name, rounds, target }: Compared): Ratio[] {
  const rates = rounds.map(({ service, baseline }) => service.rate / baseline.rate)
  const perCore = rounds.map(({ service, baseline }) => service.perCore / baseline.perCore)
  return [
    { name: `${name} ÷ bare SQL, rate`, values: rates, target },
    { name: `${name} ÷ bare SQL, per core`, values: perCore, target: undefined },
  ]
}
