import { type Static, Type } from 'typebox'

/** Text that an agent is writing: all of it so far (`preview`), or what follows the part before (`delta`). */
export const LiveText = Type.Object({
  turnId: Type.String(),
  /** Grows by one with each part, so that a reader notices when one is missing. */
  n: Type.Integer(),
  text: Type.String(),
})
export type LiveText = Static<typeof LiveText>
