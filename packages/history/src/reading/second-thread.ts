import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Job, Portion, TakenJobs } from './job.ts'

const secondProgram = new URL('./second-program.ts', import.meta.url)

/**
 * A second thread starts only if there is this much to read. It has to start and to compile the same code again, so below this
 * the first one is done as early alone, and much earlier where another program needs the second core.
 */
const worthBytes = 2 ** 27

/** A thread that does jobs too. It starts while the rest of the files is still looked for. */
export class SecondThread {
  readonly #program: URL
  /** How many jobs both threads together have taken. */
  readonly #taken: TakenJobs = new Int32Array(new SharedArrayBuffer(4))
  #expectedBytes = 0
  #worker: Worker | undefined
  #ended: Promise<void> | undefined

  constructor(program = secondProgram) {
    this.#program = program
  }

  /** Tells of a file that must be read. */
  expect(bytes: number): void {
    this.#expectedBytes += bytes
    if (!this.#worker && this.#expectedBytes >= worthBytes && availableParallelism() > 1) this.#start()
  }

  /** The number of the next job that nobody has taken. */
  takeNext(): number {
    return Atomics.add(this.#taken, 0, 1)
  }

  /**
   * Lets it do jobs, and hands over what it has read. Ends when it has handed over everything, or has failed; from then on
   * nothing comes.
   */
  async do(jobs: readonly Job[], take: (portion: Portion) => void): Promise<void> {
    const worker = this.#worker
    if (!worker) return
    worker.ref()
    try {
      const done = new Promise<void>((resolve, reject) => {
        worker.on('message', (portion: Portion) => {
          try {
            take(portion)
            if (portion.isLast) resolve()
          } catch (error) {
            reject(error)
          }
        })
      })
      worker.postMessage(jobs)
      await Promise.race([done, this.#ended])
    } finally {
      worker.removeAllListeners('message')
      worker.unref()
    }
  }

  #start(): void {
    const worker = new Worker(this.#program, { workerData: this.#taken })
    this.#worker = worker
    this.#ended = new Promise((resolve) => {
      worker.on('error', () => resolve())
      worker.on('exit', () => resolve())
    })
    // Whoever finds that there is nothing for it to do does not wait for it.
    worker.unref()
  }
}
