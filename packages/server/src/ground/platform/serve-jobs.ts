import type { Job, Jobs, WorkerReply, WorkerRequest } from './job.ts'

/** The program of a worker: runs one job at a time, and ends when the service has ended. */
export function serveJobs(jobs: Jobs): void {
  let job: Job | undefined
  let outputs: Iterator<unknown> | undefined

  function answer(request: WorkerRequest): WorkerReply {
    if (request.kind === 'begin') {
      const begin = jobs[request.job]
      if (!begin) throw new Error(`There is no job ${request.job}.`)
      job = begin(request.input as never) as Job
      outputs = undefined
      return { kind: 'ok' }
    }
    if (request.kind !== 'next') {
      if (!job) throw new Error('There is no job to go on with.')
      outputs = (request.kind === 'take' ? job.take(request.piece) : job.finish())?.[Symbol.iterator]()
      // The remaining outputs keep the job alive until they are read.
      if (request.kind === 'finish') job = undefined
    }
    const next = outputs?.next()
    if (next && !next.done) return { kind: 'output', output: next.value }
    outputs = undefined
    return { kind: 'ok' }
  }

  process.on('message', (request: WorkerRequest) => {
    try {
      process.send?.(answer(request))
    } catch (error) {
      job = undefined
      const told = error instanceof Error ? error : new Error(String(error))
      process.send?.({ kind: 'failed', message: told.message, stack: told.stack })
    }
  })
  // A signal to the whole process group must not end the worker: it ends by itself when the service no longer needs it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  process.on('disconnect', () => process.exit())
}
