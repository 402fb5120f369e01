import { errors } from '@muster/contract/errors'
import { certificateAdvice } from '@muster/contract/node/machine-network'
import { isMusterError, MusterConnectionError, type MusterError } from '@muster/sdk'
import { printable } from '../terminal/width.ts'
import { type ExitCode, exitCodes, Failure } from './failure.ts'

export interface Described {
  readonly exitCode: ExitCode
  readonly message: string
  readonly hint?: string | undefined
  readonly requestId?: string | undefined
  /** The error body of the service, for programs. */
  readonly problem?: Readonly<Record<string, unknown>> | undefined
}

/** Turns any error into a message for a person and an exit code for a script. */
export function describeError(error: unknown): Described {
  if (error instanceof Failure) return { exitCode: error.exitCode, message: error.message, hint: error.hint }
  if (isMusterError(error)) return describeAnswer(error)
  if (error instanceof MusterConnectionError) {
    const hint =
      certificateAdvice(error) ??
      'Check that the service runs and that the address is right (--url, MUSTER_API_URL or `muster login`), and the proxy if you use one (HTTPS_PROXY, NO_PROXY).'
    return { exitCode: exitCodes.unreachable, message: `${printable(error.message)}.`.replace(/\.\.$/, '.'), hint }
  }
  const message = error instanceof Error ? error.message : String(error)
  return { exitCode: exitCodes.refused, message: printable(message), hint: 'Use --debug to see where it went wrong.' }
}

function describeAnswer(error: MusterError): Described {
  return {
    exitCode: exitCodeOf(error.status),
    message: printable(terminalMessages[error.code] ?? messageOf(error)),
    hint: error.errors.length > 0 ? undefined : hintOf(error),
    requestId: error.requestId && printable(error.requestId),
    problem: problemOf(error),
  }
}

/** Messages for a person with a key, in place of the service's messages about headers. */
const terminalMessages: Readonly<Record<string, string>> = {
  unauthorized: 'The service does not take your key: it has expired, was revoked, or is another service’s.',
}

function problemOf({ title, status, detail, code, errors, requestId }: MusterError) {
  return { title, status, detail, code, ...(errors.length > 0 && { errors }), ...(requestId && { requestId }) }
}

/** The detail names at most the first field; several are listed line by line. */
function messageOf({ title, detail, errors }: MusterError): string {
  const [first, ...rest] = errors
  if (!first || (rest.length === 0 && detail.includes(first.message))) return detail
  return `${rest.length === 0 ? detail : `${title}:`}${errors.map(({ path, message }) => `\n  ${path} ${message}`).join('')}`
}

function exitCodeOf(status: number): ExitCode {
  if (status === 401) return exitCodes.notLoggedIn
  if (status === 402 || status === 403) return exitCodes.notAllowed
  if (status === 404) return exitCodes.notFound
  if (status === 409 || status === 412) return exitCodes.conflict
  return status >= 500 ? exitCodes.unreachable : exitCodes.refused
}

/** Hints for the terminal, in place of the contract's advice about headers and fields. */
const terminalHints: Readonly<Record<string, string>> = {
  unauthorized: 'Log in again with `muster login`, or set MUSTER_API_KEY to a key that is valid.',
  path_not_found: 'Check the path, and that the address is that of the service.',
  computer_cut_off: 'Name another computer with --computer.',
  session_without_computer: 'Its computer was removed. Name another one with --computer.',
  computer_offline: 'The computer is not connected. Leave --computer out to read what the service has stored.',
  unavailable: 'The service cannot reach its database just now. Try again in a moment.',
}

function hintOf(error: MusterError): string | undefined {
  if (error.code === 'too_many_requests' && error.retryAfterMs !== undefined) {
    return `Try again in ${Math.ceil(error.retryAfterMs / 1000)} seconds.`
  }
  // The contract's advice is about the named fields, and this error names none.
  if (error.code === 'invalid_request') return undefined
  return terminalHints[error.code] ?? Object.entries(errors).find(([code]) => code === error.code)?.[1].help
}
