import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { Finished, Job, Reading, SharedJobs } from './reading.ts'

/** After this many bytes the average size of a file is known, and so is about how much is left. */
const firstBytes = 2 ** 21
/** A second thread starts only if this much is left: starting it takes as long as reading half of this. */
const worthBytes = 24 * 2 ** 20

/**
 * Everything that is read is kept. So more room for short-lived objects only takes memory, 30 MB in the benchmark, and
 * saves no time.
 */
export function saveMemory(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

/** Does all jobs of a reading, on two cores if there is enough to do. */
export async function doOnTwoCores(reading: Reading): Promise<void> {
  const { jobs } = reading
  let bytes = 0
  let at = 0
  for (; at < jobs.length && bytes < firstBytes; at += 1) bytes += reading.do(jobs[at] as Job)
  const rest = jobs.slice(at)
  if (rest.length === 0) return
  const isWorth = rest.length > 1 && (bytes / at) * rest.length >= worthBytes && availableParallelism() > 1
  const taken = new Int32Array(new SharedArrayBuffer(4))
  const finished = isWorth && reading.isOfKnownAgents ? startSecondThread({ jobs: rest, taken }) : undefined
  let own = 0
  for (; Atomics.add(taken, 0, 1) < rest.length; own += 1) reading.do(rest[own] as Job)
  const told = await finished
  for (const [index, job] of rest.slice(own).toReversed().entries()) {
    const done = told?.[index]
    if (done) reading.take(job, done)
    else reading.do(job)
  }
}

/** What the second thread has read, the last file first; `undefined` if it failed. */
async function startSecondThread(data: SharedJobs): Promise<readonly Finished[] | undefined> {
  const thread = new Worker(new URL('./second-thread.ts', import.meta.url), { workerData: data })
  try {
    const [finished] = await Promise.race([once(thread, 'message'), once(thread, 'exit').then(() => [])])
    return finished
  } catch {
    return undefined
  } finally {
    thread.unref()
  }
}
