/** The sandbox required by the rules cannot be set up here; the message says why. */
export class CannotConfine extends Error {
  override readonly name = 'CannotConfine'
}
