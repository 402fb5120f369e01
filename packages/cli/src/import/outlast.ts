import { isMusterError, MusterConnectionError } from '@muster/sdk'
import { isPassing } from '@muster/sdk/retry'
import { describeError } from '../command-line/describe-error.ts'

/**
 * Makes work survive a temporary outage of the service, such as an upgrade. Returns a function that runs it and
 * resolves with whether it succeeded. Of consecutive failures, only the first is reported. Errors that a retry cannot
 * solve are thrown.
 */
export function outlast(work: () => Promise<void>, tell: (text: string) => void): () => Promise<boolean> {
  let isAway = false
  return async () => {
    try {
      await work()
      isAway = false
    } catch (error) {
      if (!mayPass(error)) throw error
      if (!isAway) tell(`${describeError(error).message} What is not sent yet is sent as soon as the service answers.`)
      isAway = true
    }
    return !isAway
  }
}

function mayPass(error: unknown): boolean {
  return error instanceof MusterConnectionError || (isMusterError(error) && isPassing(error.status, error.code))
}
