import { doJob } from '../../../ground/platform/do-job.ts'
import type { Workers } from '../../../ground/platform/workers.ts'
import { type WorkJobInput, type WorkPiece, workJob } from './work-job.ts'

/** Facts up to this size are added up in this process, which takes about ten milliseconds. */
const smallSize = 128 * 1024

/** Adds up the costs and the work of a day, here or in a worker. */
export function doWorkJob(
  workers: Workers,
  input: WorkJobInput,
  pieces: AsyncIterable<WorkPiece>,
  signal?: AbortSignal,
) {
  const sizeOf = ({ length }: WorkPiece) => length
  return doJob(workers, { name: 'work', begin: workJob, input, pieces, sizeOf, smallSize, signal })
}
