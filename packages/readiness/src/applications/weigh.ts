/** The kinds that signs tell apart. */
export const weighedKinds = ['service', 'tool', 'library', 'frontend'] as const
export type WeighedKind = (typeof weighedKinds)[number]

/** For each of `weighedKinds` what a sign adds to it. */
export type Weights = Readonly<Record<string, readonly number[]>>

/** The sign that everything has: what is more common needs less. */
export const always = 'always'

/** With a smaller share, one kind of three is wrong. */
const sureFrom = 0.75
const mostNamed = 5

/** The share of each kind, all together 1, of something with these signs. */
export function sharesOf(signs: readonly string[], weights: Weights): number[] {
  const sums = weighedKinds.map((_, kind) =>
    [always, ...signs].reduce((sum, sign) => sum + (weights[sign]?.[kind] ?? 0), 0),
  )
  const powers = sums.map(Math.exp)
  const all = powers.reduce((sum, each) => sum + each)
  return powers.map((each) => each / all)
}

/** The kind for which most speaks, and the second one if it is in doubt. */
export function weigh(signs: readonly string[], weights: Weights) {
  const shares = sharesOf(signs, weights)
  const [first = 2, second = 2] = weighedKinds
    .map((_, kind) => kind)
    .sort((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0))
  const strongest = (one: number, other: number) =>
    [...new Set(signs)]
      .map((sign) => ({ sign, lead: (weights[sign]?.[one] ?? 0) - (weights[sign]?.[other] ?? 0) }))
      .filter(({ lead }) => lead > 0)
      .sort((a, b) => b.lead - a.lead)
      .slice(0, mostNamed)
      .map(({ sign }) => sign)
  return {
    kind: weighedKinds[first] ?? 'library',
    signs,
    ...((shares[first] ?? 0) < sureFrom && { mayBe: weighedKinds[second] ?? 'library' }),
    speaksFor: strongest(first, second),
    speaksAgainst: strongest(second, first),
  }
}
