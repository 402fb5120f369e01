import { availableParallelism } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import type { Finished, Job, Reading } from './reading.ts'
import { doOnSecondThread } from './second-thread.ts'

/** After this many bytes the average size of a file is known, and so is about how much is left. */
const firstBytes = 2 ** 21
/** A second thread starts only if this much is left: starting it takes as long as reading half of this. */
const worthBytes = 24 * 2 ** 20
/** How long signals, and what the second thread tells, may wait. */
const turnMs = 20

/** How far a reading is. */
export interface Progress {
  /** Files that are read, of those that must be. */
  readonly files: number
  readonly allFiles: number
  readonly bytes: number
}

export interface Circumstances {
  readonly tell?: ((progress: Progress) => void) | undefined
  /** The program of the second thread. */
  readonly program?: URL | undefined
}

/**
 * Everything that is read is kept. So more room for short-lived objects only takes memory, 30 MB in the benchmark, and
 * saves no time.
 */
export function saveMemory(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

/** Does all jobs of a reading, on two cores where there is enough to do. */
export async function doOnTwoCores(reading: Reading, { tell, program }: Circumstances = {}): Promise<void> {
  const { jobs } = reading
  const done = { files: 0, bytes: 0 }
  const count = (bytes: number) => {
    done.files += 1
    done.bytes += bytes
    tell?.({ ...done, allFiles: jobs.length })
  }
  const turn = createTurns()
  while (done.files < jobs.length && done.bytes < firstBytes) count(reading.do(jobs[done.files] as Job))
  const rest = jobs.slice(done.files)
  const isWorth = rest.length > 1 && (done.bytes / done.files) * rest.length >= worthBytes && availableParallelism() > 1
  const taken = new Int32Array(new SharedArrayBuffer(4))
  let own = 0
  let others = 0
  const take = (finished: Finished) => {
    others += 1
    count(reading.take(rest[rest.length - others] as Job, finished))
  }
  const second = isWorth && reading.isOfKnownAgents && doOnSecondThread({ jobs: rest, taken }, take, program)
  for (; Atomics.add(taken, 0, 1) < rest.length; own += 1) {
    count(reading.do(rest[own] as Job))
    await turn()
  }
  await second
  // What the second thread took and did not tell, because it failed.
  for (const job of rest.slice(own, rest.length - others)) {
    count(reading.do(job))
    await turn()
  }
}

/** Lets others have their turn now and then. */
function createTurns(): () => Promise<void> | undefined {
  let lastMs = performance.now()
  return () => {
    if (performance.now() - lastMs < turnMs) return undefined
    return nextTurn().then(() => {
      lastMs = performance.now()
    })
  }
}
