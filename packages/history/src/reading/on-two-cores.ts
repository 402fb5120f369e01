import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import type { Job, Portion } from './job.ts'
import type { Reading } from './reading.ts'
import type { SecondThread } from './second-thread.ts'

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

/** Since this version, Node has a second compiler that makes code nearly as quick in a tenth of the time. */
const twoCompilers = 24

/**
 * The optimizing compiler pays after a second; before, it takes a third of all time, on the cores that the threads need.
 * Short-lived objects get no more room: it would take 30 MB, and saves no time. Each thread tidies its memory alone: helpers
 * would have to wait for the same cores.
 */
export function startQuickly(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--no-parallel-scavenge')
  if (Number.parseInt(process.versions.node, 10) < twoCompilers) return
  setFlagsFromString('--no-turbofan')
  setTimeout(() => setFlagsFromString('--turbofan'), 1000).unref()
}

/** Does all jobs of a reading, on two cores if the second thread has been told of enough to do. */
export async function doOnTwoCores(
  reading: Reading,
  second: SecondThread,
  tell?: (progress: Progress) => void,
): Promise<void> {
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
  const turn = new Turn()
  for (const job of reading.known) {
    if (reading.takeKnown(job)) {
      files += 1
      progress(job.size)
    } else {
      jobs.push(job)
      if (reading.isOfKnownAgents) second.expect(job.size)
    }
    if (turn.isDue()) await turn.end()
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
  const doJob = async (number: number) => {
    for (const _ of reading.do(jobs[number] as Job, progress)) if (turn.isDue()) await turn.end()
    finish(number)
  }
  const others = second.do(jobs, take)
  for (let number = second.takeNext(); number < jobs.length; number = second.takeNext()) {
    await doJob(number)
    if (turn.isDue()) await turn.end()
  }
  await others
  // What the second thread took and did not tell, because it failed.
  for (let number = 0; number < jobs.length; number += 1) if (isDone[number] === 0) await doJob(number)
}

function bytesOf(jobs: readonly Job[]): number {
  return jobs.reduce((sum, { size }) => sum + size, 0)
}

/** Lets others have their turn now and then. */
class Turn {
  #begun = process.uptime()

  /** Asked after each file, so it takes no clock that must be loaded first. */
  isDue(): boolean {
    return (process.uptime() - this.#begun) * 1000 >= turnMs
  }

  async end(): Promise<void> {
    await nextTurn()
    this.#begun = process.uptime()
  }
}
