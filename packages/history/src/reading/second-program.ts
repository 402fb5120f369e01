import { parentPort, workerData } from 'node:worker_threads'
import { agentHistories } from '../agents/agent-histories.ts'
import type { Piece, Portion, SharedJobs } from './job.ts'
import { readJob } from './reading.ts'

/** Few enough that the other thread has something to do with them early, and enough that a message is worth its price. */
const portionPieces = 64
/** Who waits for a large file sees that it goes on. */
const portionBytes = 2 ** 25

/** The program of the second thread: it takes the next file as long as there is one. */
const { jobs, taken } = workerData as SharedJobs
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

for (let number = Atomics.add(taken, 0, 1); number < jobs.length; number = Atomics.add(taken, 0, 1)) {
  const job = jobs[number]
  const agent = agentHistories.find(({ agent: id }) => id === job?.agent)
  if (!job || !agent) break
  let isFirst = true
  const take = (piece: Buffer, isLast: boolean) => {
    pieces.push({ job: number, length: piece.length, isFirst, isLast })
    told.push(Buffer.from(piece))
    isFirst = false
    if (pieces.length >= portionPieces) handOver(false)
  }
  readJob(agent, job, take, (count) => {
    read += count
    if (read >= portionBytes) handOver(false)
  })
}
handOver(true)
