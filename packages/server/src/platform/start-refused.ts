/** The service cannot start, for a reason that the person who started it can do something about. The message says what. */
export class StartRefused extends Error {
  override readonly name: string = 'StartRefused'
}
