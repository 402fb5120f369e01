import { always, sharesOf, type WeighedKind, type Weights, weighedKinds } from '@muster/readiness/applications/weigh'

/** One application whose kind a person told, and what can be seen of it. */
export interface Row {
  readonly repository: string
  readonly application: string
  readonly kind: WeighedKind
  readonly signs: readonly string[]
  /** How much it counts beside others; 1 without it. */
  readonly worth?: number
}

/** Signs that are rarer than this say more about one repository than about a kind. */
const fewest = 3

/** How strongly weights are held near zero, so that no single sign decides. */
const restraint = 0.004
const steps = 1500
const pace = 0.25

/**
 * The weights under which the kinds of all rows are likeliest: softmax regression by accelerated descent from zero. It
 * has one best answer, so that the same rows always give the same weights.
 */
export function fitWeights(rows: readonly Row[]): Weights {
  const counts = Map.groupBy(
    rows.flatMap(({ signs }) => signs),
    (sign) => sign,
  )
  const names = [always, ...[...counts].filter(([, all]) => all.length >= fewest).map(([sign]) => sign)].sort()
  const alike = Map.groupBy(rows, beside)
  // A repository with a hundred packages of one kind tells less than a hundred repositories.
  const shares = rows.map((row) => (row.worth ?? 1) / Math.sqrt(alike.get(beside(row))?.length ?? 1))
  const whole = shares.reduce((sum, each) => sum + each, 0)
  let weights: Weights = Object.fromEntries(names.map((name) => [name, weighedKinds.map(() => 0)]))
  let before = weights
  for (let step = 1; step <= steps; step++) {
    const speed = (step - 1) / (step + 2)
    const ahead = mapped(weights, (weight, name, kind) => weight + speed * (weight - (before[name]?.[kind] ?? 0)))
    const slopes: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, weighedKinds.map(() => 0)]))
    for (const [index, { kind, signs }] of rows.entries()) {
      const found = sharesOf(signs, ahead)
      for (const sign of new Set([always, ...signs]))
        slopes[sign]?.forEach((slope, at, all) => {
          const miss = (found[at] ?? 0) - (weighedKinds[at] === kind ? 1 : 0)
          all[at] = slope + ((shares[index] ?? 0) / whole) * miss
        })
    }
    before = weights
    weights = mapped(ahead, (weight, name, kind) => {
      const pull = name === always ? 0 : restraint * weight
      return weight - pace * ((slopes[name]?.[kind] ?? 0) + pull)
    })
  }
  return mapped(weights, (weight) => Math.round(weight * 100) / 100 + 0)
}

function beside({ repository, kind }: Row): string {
  return `${repository} ${kind}`
}

function mapped(weights: Weights, change: (weight: number, name: string, kind: number) => number): Weights {
  return Object.fromEntries(
    Object.entries(weights).map(([name, each]) => [name, each.map((weight, kind) => change(weight, name, kind))]),
  )
}
