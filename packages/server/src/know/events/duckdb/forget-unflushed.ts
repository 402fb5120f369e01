import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Log } from '../../../ground/platform/log.ts'

const run = promisify(execFile)

/**
 * Makes reads of a file return what is on disk. After a failed flush, the kernel still returns data that never reached
 * the disk, and ext4 even loses later successful writes to the same place. Only dropping the cached pages helps.
 * Acknowledged data is on disk and is read from there again.
 */
export async function forgetUnflushed(path: string, log: Log): Promise<void> {
  if (process.platform !== 'linux') return
  // Node cannot ask the kernel to drop pages, but `dd` can. It writes no data.
  const advice = ['if=/dev/null', `of=${path}`, 'conv=notrunc,nocreat,fdatasync', 'oflag=nocache', 'count=0']
  await run('dd', advice).catch((error: unknown) => {
    log.warn({ err: error }, 'The kernel could not be told to read the event store from the disk anew')
  })
}
