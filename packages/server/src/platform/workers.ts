import type { WorkerRequest } from './job.ts'
import type { Log } from './log.ts'
import { WorkerLost, WorkerProcess } from './worker-process.ts'

export interface Workers {
  /**
   * Does a job in a process of its own: sends it the pieces, and yields its results on demand. Rejects with
   * `WorkerLost` when the process dies. The job ends when the caller stops reading or aborts.
   */
  run<Output>(job: string, input: unknown, pieces: Pieces, signal?: AbortSignal): AsyncGenerator<Output, void>
  /** Ends all processes, and the jobs with them. */
  stop(): Promise<void>
}

export type Pieces = Iterable<unknown> | AsyncIterable<unknown>

interface WorkersOptions {
  /** The program of a worker, which calls `serveJobs`. */
  readonly module: URL
  /** How many jobs run at once; others wait. */
  readonly count: number
  /** The limit of the heap of each process. */
  readonly memoryMb: number
  /** Whether serving requests has priority over jobs. */
  readonly isPatient: boolean
  /** Further options of Node for each process. */
  readonly flags?: readonly string[]
  /** A job that takes longer is killed. */
  readonly timeLimitMs: number
  readonly log: Log
}

/** A process that is idle for this long is ended to free its memory. */
const idleMs = 60_000

/**
 * Processes for heavy work, so that the thread that serves requests stays free. They start on demand.
 *
 * They are processes and not threads: a thread that runs out of memory while it enlarges a map or splits a text crashes
 * the whole process, whatever its limit.
 */
export function createWorkers({ count, timeLimitMs, log, ...options }: WorkersOptions): Workers {
  const all = new Set<WorkerProcess>()
  const idle = new Map<WorkerProcess, NodeJS.Timeout>()
  const waiting: (() => void)[] = []
  let busy = 0
  let isStopped = false

  async function take(signal: AbortSignal | undefined): Promise<WorkerProcess> {
    if (busy >= count) await turn(signal)
    else busy++
    const [found] = idle.keys()
    if (found) clearTimeout(idle.get(found))
    if (found) idle.delete(found)
    const worker = found ?? new WorkerProcess(options)
    all.add(worker)
    return worker
  }

  function turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        waiting.splice(waiting.indexOf(begin), 1)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', leave, { once: true })
      waiting.push(begin)
    })
  }

  function giveBack(worker: WorkerProcess): void {
    if (worker.isLost) all.delete(worker)
    else idle.set(worker, setTimeout(() => retire(worker), idleMs).unref())
    const next = waiting.shift()
    if (next) next()
    else busy--
  }

  function retire(worker: WorkerProcess): void {
    idle.delete(worker)
    all.delete(worker)
    void worker.kill('It had nothing to do.')
  }

  return {
    async *run<Output>(job: string, input: unknown, pieces: Pieces, signal?: AbortSignal) {
      signal?.throwIfAborted()
      if (isStopped) throw new WorkerLost('The service is ending.', false)
      const worker = await take(signal)
      const onAbort = () => void worker.kill('Nobody waits for it any more.')
      const onTime = () => void worker.kill(`It took longer than ${timeLimitMs / 1000} seconds.`, true)
      const timer = setTimeout(onTime, timeLimitMs)
      signal?.addEventListener('abort', onAbort, { once: true })
      let isOver = false
      try {
        signal?.throwIfAborted()
        await asked(worker, { kind: 'begin', job, input })
        for await (const piece of pieces) yield* outputs<Output>(worker, { kind: 'take', piece })
        yield* outputs<Output>(worker, { kind: 'finish' })
        isOver = true
      } catch (error) {
        signal?.throwIfAborted()
        if (error instanceof WorkerLost && !isStopped) {
          log.warn({ job, reason: error.message, said: worker.said }, 'a worker was lost')
        }
        throw error
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        // The rest of its results is still in the process.
        if (!isOver) await worker.kill('Nobody waits for it any more.')
        giveBack(worker)
      }
    },

    async stop() {
      isStopped = true
      for (const timer of idle.values()) clearTimeout(timer)
      await Promise.all([...all].map((worker) => worker.kill('The service is ending.')))
    },
  }
}

async function* outputs<Output>(worker: WorkerProcess, request: WorkerRequest): AsyncGenerator<Output, void> {
  let reply = await asked(worker, request)
  for (; reply.kind === 'output'; reply = await asked(worker, { kind: 'next' })) yield reply.output as Output
}

async function asked(worker: WorkerProcess, request: WorkerRequest) {
  const reply = await worker.ask(request)
  if (reply.kind !== 'failed') return reply
  const error = new Error(reply.message)
  if (reply.stack !== undefined) error.stack = reply.stack
  throw error
}
