/** What the process that asks is told: to begin asking, or to stop and tell how long each answer took. */
export type ProbeRequest =
  | {
      readonly kind: 'begin'
      readonly port: number
      readonly path: string
      readonly headers: Readonly<Record<string, string>>
    }
  | { readonly kind: 'end' }

/** Milliseconds, in the order of the requests; none for `begin`. */
export type ProbeAnswer = readonly number[]
