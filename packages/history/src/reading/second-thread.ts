import { Worker } from 'node:worker_threads'
import type { Portion, SharedJobs } from './job.ts'

const secondProgram = new URL('./second-program.ts', import.meta.url)

/**
 * Starts a thread that does jobs, and hands over what it has read. Ends when it has handed over everything, or has failed;
 * from then on nothing comes.
 */
export async function doOnSecondThread(
  data: SharedJobs,
  take: (portion: Portion) => void,
  program = secondProgram,
): Promise<void> {
  const thread = new Worker(program, { workerData: data })
  try {
    await new Promise<void>((resolve, reject) => {
      thread.on('message', (portion: Portion) => {
        try {
          take(portion)
          if (portion.isLast) resolve()
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
