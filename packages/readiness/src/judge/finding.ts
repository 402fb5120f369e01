/** What a check found: evidence, or what is missing and the smallest change that would pass. No full stop at the end. */
export type Finding =
  | { readonly passes: true; readonly evidence: string; readonly also: readonly string[] }
  | { readonly passes: false; readonly missing: string }

/** How many phrases a finding names: a reader wants to see where a thing is set up, declared and run. */
export const mostNamed = 3

/** One phrase or several, the most telling first. */
export type Found = string | readonly [string, ...string[]]

export function pass(found: Found): Finding {
  const [evidence, ...also] = typeof found === 'string' ? [found] : found
  return { passes: true, evidence, also }
}

export function fail(missing: string): Finding {
  return { passes: false, missing }
}

/** Passes with the evidence, or fails without it. */
export function findingOf(found: Found | undefined, missing: string): Finding {
  return found === undefined ? fail(missing) : pass(found)
}

/** The phrases that there are, the most telling first; `undefined` without any. */
export function listed(...phrases: readonly (string | undefined)[]): Found | undefined {
  const [first, ...rest] = phrases.filter((each) => each !== undefined)
  return first === undefined ? undefined : [first, ...rest]
}
