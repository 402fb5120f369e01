import type { Kind } from './application.ts'
import { kindWeights } from './kind-weights.ts'

/** The kinds that cannot always be told by settings. */
export const weighedKinds = ['service', 'tool', 'library'] as const satisfies readonly Kind[]
export type WeighedKind = (typeof weighedKinds)[number]

/** For each of `weighedKinds` what a sign adds to it. */
export type Weights = Readonly<Record<string, readonly number[]>>

/** The sign that everything has: what is more common needs less. */
export const always = 'always'

/** The share of each kind, all together 1, of something with these signs. */
export function sharesOf(signs: readonly string[], weights: Weights = kindWeights): number[] {
  const sums = weighedKinds.map((_, kind) =>
    [always, ...signs].reduce((sum, sign) => sum + (weights[sign]?.[kind] ?? 0), 0),
  )
  const powers = sums.map(Math.exp)
  const all = powers.reduce((sum, each) => sum + each)
  return powers.map((each) => each / all)
}

/** The kind for which most speaks, of those that can be. */
export function weighKind(
  signs: readonly string[],
  weights: Weights = kindWeights,
  possible: readonly WeighedKind[] = weighedKinds,
): WeighedKind {
  const shares = sharesOf(signs, weights)
  const shareOf = (kind: WeighedKind) => shares[weighedKinds.indexOf(kind)] ?? 0
  return possible.reduce((best, kind) => (shareOf(kind) > shareOf(best) ? kind : best), possible[0] ?? 'library')
}
