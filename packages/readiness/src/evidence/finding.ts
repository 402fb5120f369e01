/** What a check found: evidence, or what is missing and the smallest change that would pass. No full stop at the end. */
export type Finding =
  | { readonly passes: true; readonly evidence: string }
  | { readonly passes: false; readonly missing: string }

export function pass(evidence: string): Finding {
  return { passes: true, evidence }
}

export function fail(missing: string): Finding {
  return { passes: false, missing }
}

/** Passes with the evidence, or fails without it. */
export function findingOf(evidence: string | undefined, missing: string): Finding {
  return evidence === undefined ? fail(missing) : pass(evidence)
}
