/** Why an agent may not start here, although the rules allow it elsewhere. */
export class CannotConfine extends Error {
  override readonly name = 'CannotConfine'
}
