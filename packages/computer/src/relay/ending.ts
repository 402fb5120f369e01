import { closeCodes } from '@muster/contract/relay/close-codes'

/** Why a computer must not connect again, in a sentence for people. */
export interface Ending {
  readonly code: number
  readonly help: string
}

/** `undefined` if another attempt makes sense. */
export function endingOf(code: number): Ending | undefined {
  const found = Object.values(closeCodes).find((each) => each.code === code)
  return found && !found.comeBack ? { code, help: found.help } : undefined
}

/** The reason behind a refused handshake. */
export function endingOfStatus(status: number): Ending | undefined {
  if (status === 401) return endingOf(closeCodes.unauthorized.code)
  return status === 426 ? endingOf(closeCodes.update_needed.code) : undefined
}
