import { availableParallelism } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import type { Job, Portion } from './job.ts'
import type { Reading } from './reading.ts'
import { doOnSecondThread } from './second-thread.ts'

/** A second thread starts only if there is this much to read: starting it takes as long as reading half of this. */
const worthBytes = 24 * 2 ** 20
/** How long signals, and what the second thread tells, may wait. */
const turnMs = 20

/** How far a reading is. */
export interface Progress {
  /** Files whose contents are known by now. */
  readonly files: number
  readonly allFiles: number
  readonly bytes: number
  readonly allBytes: number
}

export interface Circumstances {
  readonly tell?: ((progress: Progress) => void) | undefined
  /** The program of the second thread. */
  readonly program?: URL | undefined
}

/** Since this version, Node has a second compiler that makes code nearly as quick in a tenth of the time. */
const twoCompilers = 24

/**
 * The optimizing compiler pays after a second; before, it takes a third of all time, on the cores that the threads need.
 * Short-lived objects get no more room: it would take 30 MB, and saves no time.
 */
export function startQuickly(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  if (Number.parseInt(process.versions.node, 10) < twoCompilers) return
  setFlagsFromString('--no-turbofan')
  setTimeout(() => setFlagsFromString('--turbofan'), 1000).unref()
}

/** Does all jobs of a reading, on two cores where there is enough to do. */
export async function doOnTwoCores(reading: Reading, { tell, program }: Circumstances = {}): Promise<void> {
  const jobs = [...reading.jobs]
  const allFiles = jobs.length + reading.known.length
  const allBytes = bytesOf(jobs) + bytesOf(reading.known)
  let files = 0
  let bytes = 0
  // A file that grows gives more bytes than it had.
  const show = () => tell?.({ files, allFiles, bytes: Math.min(bytes, allBytes), allBytes })
  const progress = (count: number) => {
    bytes += count
    show()
  }
  const turn = createTurns()
  for (const job of reading.known) {
    if (reading.takeKnown(job)) {
      files += 1
      progress(job.size)
    } else jobs.push(job)
    await turn()
  }
  const isDone = new Uint8Array(jobs.length)
  const finish = (number: number) => {
    isDone[number] = 1
    files += 1
    show()
  }
  const take = (portion: Portion) => {
    bytes += portion.read
    const told = Buffer.from(portion.bytes.buffer)
    let start = 0
    for (const { job, length, isFirst, isLast } of portion.pieces) {
      reading.take(jobs[job] as Job, told.subarray(start, start + length), isFirst)
      start += length
      if (isLast) finish(job)
    }
  }
  const doJob = (number: number) => {
    reading.do(jobs[number] as Job, progress)
    finish(number)
    return turn()
  }
  const taken = new Int32Array(new SharedArrayBuffer(4))
  const isWorth = jobs.length > 1 && bytesOf(jobs) >= worthBytes && availableParallelism() > 1
  const second = isWorth && reading.isOfKnownAgents && doOnSecondThread({ jobs, taken }, take, program)
  for (let number = Atomics.add(taken, 0, 1); number < jobs.length; number = Atomics.add(taken, 0, 1)) {
    await doJob(number)
  }
  await second
  // What the second thread took and did not tell, because it failed.
  for (let number = 0; number < jobs.length; number += 1) if (isDone[number] === 0) await doJob(number)
}

function bytesOf(jobs: readonly Job[]): number {
  return jobs.reduce((sum, { size }) => sum + size, 0)
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
