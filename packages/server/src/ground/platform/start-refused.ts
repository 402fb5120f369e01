/** The service cannot start, for a reason that the person who started it can fix. The message says how. */
export class StartRefused extends Error {
  override readonly name: string = 'StartRefused'
}
