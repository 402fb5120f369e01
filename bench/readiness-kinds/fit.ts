import {
  always,
  sharesOf,
  type WeighedKind,
  type Weights,
  weighedKinds,
} from '@muster/readiness/applications/weigh-kind'

/** One application whose kind a person told, and what can be seen of it. */
export interface Row {
  readonly repository: string
  readonly commit: string
  readonly application: string
  readonly kind: WeighedKind
  /** What the questions alone answer. */
  readonly asked: string
  readonly signs: readonly string[]
}

/** Signs that are rarer than this say more about one repository than about a kind. */
const fewest = 4

/** How strongly weights are held near zero, so that no single sign decides. */
const restraint = 0.01
const steps = 600
const pace = 0.5

/**
 * The weights under which the kinds of all rows are likeliest: softmax regression, by plain descent from zero. It has
 * one best answer, so that the same rows always give the same weights.
 */
export function fitWeights(rows: readonly Row[]): Weights {
  const counts = new Map<string, number>()
  for (const { signs } of rows) for (const sign of signs) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  const known = [...counts].filter(([, count]) => count >= fewest).map(([sign]) => sign)
  const weights: Record<string, number[]> = {}
  for (const sign of [always, ...known.sort()]) weights[sign] = weighedKinds.map(() => 0)
  for (let step = 0; step < steps; step++) {
    const slopes: Record<string, number[]> = {}
    for (const sign of Object.keys(weights)) slopes[sign] = weighedKinds.map(() => 0)
    for (const { kind, signs } of rows) {
      const shares = sharesOf(signs, weights)
      for (const sign of [always, ...signs])
        slopes[sign]?.forEach((slope, index, all) => {
          all[index] = slope + (shares[index] ?? 0) - (weighedKinds[index] === kind ? 1 : 0)
        })
    }
    for (const [sign, each] of Object.entries(weights))
      each.forEach((weight, index) => {
        const pull = sign === always ? 0 : restraint * weight
        each[index] = weight - pace * ((slopes[sign]?.[index] ?? 0) / rows.length + pull)
      })
  }
  return Object.fromEntries(Object.entries(weights).map(([sign, each]) => [sign, each.map(rounded)]))
}

function rounded(weight: number): number {
  return Math.round(weight * 100) / 100 + 0
}
