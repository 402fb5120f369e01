import { parentPort, workerData } from 'node:worker_threads'
import { agentHistories } from '../agents/agent-histories.ts'
import type { Job, Piece, Portion, TakenJobs } from './job.ts'
import { doAll, readJob } from './read-job.ts'

/** Few enough that the other thread has something to do with them early, and enough that a message is worth its price. */
const portionPieces = 64
/** Who waits for a large file sees that it goes on. */
const portionBytes = 2 ** 25

const taken = workerData as TakenJobs
let pieces: Piece[] = []
let told: Buffer[] = []
let read = 0

function handOver(isLast: boolean): void {
  // Memory that nothing else is in can be given away without copying it again.
  const bytes = new Uint8Array(Buffer.concat(told))
  const portion: Portion = { bytes, pieces, read, isLast }
  parentPort?.postMessage(portion, [bytes.buffer])
  pieces = []
  told = []
  read = 0
}

function doJob(number: number, job: Job): void {
  const agent = agentHistories.find(({ agent: id }) => id === job.agent)
  if (!agent) throw new Error(`There is no agent ${job.agent}.`)
  let isFirst = true
  const take = (piece: Buffer, isLast: boolean) => {
    pieces.push({ job: number, length: piece.length, isFirst, isLast })
    told.push(Buffer.from(piece))
    isFirst = false
    if (pieces.length >= portionPieces) handOver(false)
  }
  const steps = readJob(agent, job, take, (count) => {
    read += count
    if (read >= portionBytes) handOver(false)
  })
  doAll(steps)
}

/** The program of the second thread: it takes the next file as long as there is one. */
parentPort?.once('message', (jobs: readonly Job[]) => {
  for (let number = Atomics.add(taken, 0, 1); number < jobs.length; number = Atomics.add(taken, 0, 1)) {
    doJob(number, jobs[number] as Job)
  }
  handOver(true)
})
