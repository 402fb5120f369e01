import { isMusterError, MusterConnectionError } from '@muster/sdk'
import { isPassing } from '@muster/sdk/retry'
import { describeError } from '../command-line/describe-error.ts'

/**
 * Lets work outlast a service that is away for a while, as in an upgrade. The work resolves to whether it was done; the first
 * failure of several is told. Whatever would fail again is thrown.
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
