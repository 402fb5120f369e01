import { type Customer, createFairQueue } from './fair-queue.ts'
import type { WorkerReply, WorkerRequest } from './job.ts'
import type { Log } from './log.ts'
import { WorkerLost, WorkerProcess } from './worker-process.ts'

export interface Workers {
  /**
   * Runs a job in a process of its own: sends it the pieces, and yields its results on demand. Rejects with
   * `WorkerLost` if the process dies. The job ends when the caller stops reading or aborts. It keeps its process until
   * all results are read, so a slow reader delays the next job instead of buffering results in memory.
   */
  run<Output>(job: string, input: unknown, pieces: Pieces, options?: RunOptions): AsyncGenerator<Output, void>
  /** Ends all processes and their jobs. */
  stop(): Promise<void>
}

export type Pieces = Iterable<unknown> | AsyncIterable<unknown>

interface RunOptions {
  /** In whose turn the job waits. The service itself also has one. */
  readonly customer?: Customer
  readonly signal?: AbortSignal | undefined
}

const itself: Customer = { organizationId: '', userId: '' }

interface WorkersOptions {
  /** The program of a worker, which calls `serveJobs`. */
  readonly module: URL
  /**
   * How many jobs run at once; others wait in a fair queue. If it is above 1, one organization gets at most all but
   * one.
   */
  readonly count: number
  /** The heap limit of each process. */
  readonly memoryMb: number
  /** True if serving requests has priority over jobs. */
  readonly isPatient: boolean
  /** A job whose process works for longer is killed. The time in which the caller uses its results does not count. */
  readonly timeLimitMs: number
  readonly log: Log
}

/** A process that is idle for this long is ended to free its memory. Starting one takes a third of a second. */
const idleMs = 30_000

/**
 * A pool of processes for heavy work, so that the thread that serves requests stays free. They start on demand.
 *
 * They are processes instead of threads: a thread that runs out of memory while it enlarges a map or splits a text
 * crashes the whole process, whatever its limit.
 */
export function createWorkers({ count, timeLimitMs, log, ...options }: WorkersOptions): Workers {
  const all = new Set<WorkerProcess>()
  const idle = new Map<WorkerProcess, NodeJS.Timeout>()
  const queue = createFairQueue(count)
  let isStopped = false

  function take(): WorkerProcess {
    const [found] = idle.keys()
    if (found) clearTimeout(idle.get(found))
    if (found) idle.delete(found)
    const worker = found ?? new WorkerProcess(options)
    all.add(worker)
    return worker
  }

  function giveBack(worker: WorkerProcess): void {
    if (worker.isLost) all.delete(worker)
    else idle.set(worker, setTimeout(() => retire(worker), idleMs).unref())
  }

  function retire(worker: WorkerProcess): void {
    idle.delete(worker)
    all.delete(worker)
    void worker.kill('It had nothing to do.')
  }

  async function* runIn<Output>(
    worker: WorkerProcess,
    job: string,
    input: unknown,
    pieces: Pieces,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Output, void> {
    const onAbort = () => void worker.kill('Nobody waits for it any more.')
    signal?.addEventListener('abort', onAbort, { once: true })
    const ask = askerOf(worker, timeLimitMs)
    let isOver = false
    try {
      signal?.throwIfAborted()
      await ask({ kind: 'begin', job, input })
      for await (const piece of pieces) yield* outputs<Output>(ask, { kind: 'take', piece })
      yield* outputs<Output>(ask, { kind: 'finish' })
      isOver = true
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof WorkerLost && !isStopped) {
        log.warn({ job, reason: error.message, said: worker.said }, 'a worker was lost')
      }
      throw error
    } finally {
      signal?.removeEventListener('abort', onAbort)
      // The process still contains the rest of its results.
      if (!isOver) await worker.kill('Nobody waits for it any more.')
      giveBack(worker)
    }
  }

  return {
    async *run<Output>(job: string, input: unknown, pieces: Pieces, { customer = itself, signal }: RunOptions = {}) {
      const leave = await queue.enter(customer, signal)
      try {
        if (isStopped) throw new WorkerLost('The service is ending.', false)
        yield* runIn<Output>(take(), job, input, pieces, signal)
      } finally {
        leave()
      }
    },

    async stop() {
      isStopped = true
      for (const timer of idle.values()) clearTimeout(timer)
      await Promise.all([...all].map((worker) => worker.kill('The service is ending.')))
    },
  }
}

type Ask = (request: WorkerRequest) => Promise<Exclude<WorkerReply, { kind: 'failed' }>>

/** Sends messages to this worker, and kills it after it has worked for `timeLimitMs`. */
function askerOf(worker: WorkerProcess, timeLimitMs: number): Ask {
  let leftMs = timeLimitMs
  return async (request) => {
    const begun = performance.now()
    const onTime = () => void worker.kill(`It took longer than ${timeLimitMs / 1000} seconds.`, true)
    const timer = setTimeout(onTime, leftMs)
    const reply = await worker.ask(request).finally(() => clearTimeout(timer))
    leftMs -= performance.now() - begun
    if (reply.kind !== 'failed') return reply
    const error = new Error(reply.message)
    if (reply.stack !== undefined) error.stack = reply.stack
    throw error
  }
}

async function* outputs<Output>(ask: Ask, request: WorkerRequest): AsyncGenerator<Output, void> {
  let reply = await ask(request)
  for (; reply.kind === 'output'; reply = await ask({ kind: 'next' })) yield reply.output as Output
}
