import type { Kind, Weighing } from './application.ts'
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

/** With a smaller share, one kind of four is wrong; with a larger one, one of seventy. */
const sureFrom = 0.75

/** So many signs are named; further ones say little. */
const mostNamed = 5

/** The kind for which most speaks, of those that can be. */
export function weighKind(
  signs: readonly string[],
  weights: Weights = kindWeights,
  possible: readonly WeighedKind[] = weighedKinds,
): Weighing & { readonly kind: WeighedKind } {
  const shares = sharesOf(signs, weights)
  const shareOf = (kind: WeighedKind) => shares[weighedKinds.indexOf(kind)] ?? 0
  const [kind = 'library', second = kind] = [...possible].sort((a, b) => shareOf(b) - shareOf(a))
  const weightOf = (sign: string, of: WeighedKind) => weights[sign]?.[weighedKinds.indexOf(of)] ?? 0
  const strongest = (one: WeighedKind, other: WeighedKind) =>
    signs
      .map((sign) => ({ sign, lead: weightOf(sign, one) - weightOf(sign, other) }))
      .filter(({ lead }) => lead > 0)
      .sort((a, b) => b.lead - a.lead)
      .slice(0, mostNamed)
      .map(({ sign }) => sign)
  const all = possible.reduce((sum, each) => sum + shareOf(each), 0)
  return {
    kind,
    ...(shareOf(kind) < sureFrom * all && { mayBe: second }),
    speaksFor: strongest(kind, second),
    speaksAgainst: strongest(second, kind),
  }
}
