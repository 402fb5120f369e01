import { AppError } from './app-error.ts'

/** Runs at most `running` pieces of work at once. Up to `waiting` more wait in a queue; further ones are refused. */
export function createWorkSlots(running: number, waiting: number) {
  let free = running
  const queue: (() => void)[] = []
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free--
    else {
      if (queue.length >= waiting) {
        throw new AppError('too_many_requests', 'Too many people sign in just now. Please try again in a moment.', {
          retryAfterSeconds: 2,
        })
      }
      await new Promise<void>((resolve) => queue.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else free++
    }
  }
}
