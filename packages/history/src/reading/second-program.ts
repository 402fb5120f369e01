import { parentPort, workerData } from 'node:worker_threads'
import { agentHistories } from '../agents/agent-histories.ts'
import { textOfTold } from '../cache/told-as-text.ts'
import { type Finished, readJob, type SharedJobs } from './reading.ts'

/** Few enough that the other thread has something to do with them early, and enough that a message is worth its price. */
const portionFiles = 64

/** The program of the thread that reads files from the end of the list, while another reads from its beginning. */
const { jobs, taken } = workerData as SharedJobs
let finished: Finished[] = []
for (let at = jobs.length - 1; Atomics.add(taken, 0, 1) < jobs.length; at -= 1) {
  const job = jobs[at]
  const agent = agentHistories.find(({ agent: id }) => id === job?.agent)
  if (!job || !agent) break
  const { version, told } = readJob(agent, job)
  finished.push({ version, told: textOfTold(told) })
  if (finished.length < portionFiles) continue
  parentPort?.postMessage({ finished, isLast: false })
  finished = []
}
parentPort?.postMessage({ finished, isLast: true })
