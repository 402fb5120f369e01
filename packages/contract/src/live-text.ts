import { type Static, Type } from 'typebox'

/**
 * Text that an agent is writing: all of it so far (`preview`), or an addition (`delta`). The `preview` of a long text
 * is its end, after a “…”.
 */
export const LiveText = Type.Object({
  turnId: Type.String(),
  /** Increases by one with each part, so that a reader notices a missing one. */
  n: Type.Integer(),
  text: Type.String(),
})
export type LiveText = Static<typeof LiveText>
