import { Worker } from 'node:worker_threads'
import type { Finished, SharedJobs } from './reading.ts'

const secondProgram = new URL('./second-program.ts', import.meta.url)

/** Files that the second thread has read since its last message. */
export interface Portion {
  readonly finished: readonly Finished[]
  readonly isLast: boolean
}

/**
 * Starts a thread that does jobs, beginning with the last, and hands over each in this order. Ends when it has handed over
 * everything, or has failed; from then on nothing comes.
 */
export async function doOnSecondThread(
  data: SharedJobs,
  take: (finished: Finished) => void,
  program = secondProgram,
): Promise<void> {
  const thread = new Worker(program, { workerData: data })
  try {
    await new Promise<void>((resolve, reject) => {
      thread.on('message', ({ finished, isLast }: Portion) => {
        try {
          for (const each of finished) take(each)
          if (isLast) resolve()
        } catch (error) {
          reject(error)
        }
      })
      thread.on('error', () => resolve())
      thread.on('exit', () => resolve())
    })
  } finally {
    thread.removeAllListeners('message')
    thread.unref()
  }
}
