import { type Static, Type } from 'typebox'

/**
 * Text that an agent is writing: all of it so far (`preview`), or an addition (`delta`). Of a long one, `preview` has the
 * end, behind a “…”.
 */
export const LiveText = Type.Object({
  turnId: Type.String(),
  /** Grows by one with each part, so that a reader notices a missing one. */
  n: Type.Integer(),
  text: Type.String(),
})
export type LiveText = Static<typeof LiveText>
