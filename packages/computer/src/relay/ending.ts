import { closeCodes } from '@muster/contract/relay/close-codes'

/** Why a computer must not reconnect, in a sentence for people. */
export interface Ending {
  readonly code: number
  readonly help: string
}

/** `undefined` if a retry makes sense. */
export function endingOf(code: number): Ending | undefined {
  const found = reasonOf(code)
  return found && !found.comeBack ? { code, help: found.help } : undefined
}

/** Why the service closed the connection, for people. */
export function helpOf(code: number): string {
  return reasonOf(code)?.help ?? `The connection was closed (${code}).`
}

/** The close code that corresponds to the status of a refused handshake. */
export function codeOfStatus(status: number): number | undefined {
  if (status === 401) return closeCodes.unauthorized.code
  if (status === 403) return closeCodes.not_allowed.code
  return status === 426 ? closeCodes.update_needed.code : undefined
}

function reasonOf(code: number) {
  return Object.values(closeCodes).find((each) => each.code === code)
}
