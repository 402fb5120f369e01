import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { Finished, Job, Reading, SharedJobs } from './reading.ts'

/** After so much it is known how large files are, and so how much is left. */
const firstBytes = 2 ** 21
/** What must be left for a second thread: starting it takes as long as reading half of this. */
const worthBytes = 24 * 2 ** 20

/** What is read is kept, so room for short-lived things only takes memory: 30 MB in the benchmark, for no time. */
export function saveMemory(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

/** Does all jobs of a reading, on two cores where there is enough to do. */
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

/** What the second thread has read, beginning with the last; nothing when it failed. */
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
