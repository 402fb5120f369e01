/** The exit codes of commands, for scripts. `muster --help` prints them. */
export const exitCodes = {
  ok: 0,
  refused: 1,
  usage: 2,
  notLoggedIn: 3,
  notAllowed: 4,
  notFound: 5,
  conflict: 6,
  unreachable: 7,
  belowLevel: 8,
  regressed: 9,
  allRefused: 10,
  timedOut: 124,
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** A command failed for a known reason. The hint says what to do. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly exitCode: ExitCode
  readonly hint: string | undefined

  constructor(message: string, exitCode: ExitCode, hint?: string) {
    super(message)
    this.exitCode = exitCode
    this.hint = hint
  }
}

/** An invalid command line. */
export function usage(message: string, hint?: string): Failure {
  return new Failure(message, exitCodes.usage, hint)
}
