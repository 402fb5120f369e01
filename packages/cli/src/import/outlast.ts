import { isMusterError, MusterConnectionError } from '@muster/sdk'
import { isPassing } from '@muster/sdk/retry'
import { describeError } from '../command-line/describe-error.ts'

/**
 * Makes work survive a temporary outage of the service, such as an upgrade. The returned function resolves with whether
 * the work succeeded. It reports the first of several failures, and throws errors that a retry cannot solve.
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
