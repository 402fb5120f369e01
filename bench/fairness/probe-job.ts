/** A request to the process that asks: begin to ask, or stop and report how long each answer took. */
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
