import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Log } from '../../../ground/platform/log.ts'

const run = promisify(execFile)

/**
 * Makes a file show what the disk has. After a failed flush, the kernel still shows data that the disk never got, and
 * ext4 even loses later writes to the same place that are flushed successfully. Only dropping the cached pages ends
 * that. Acknowledged data is on the disk and is read from there again.
 */
export async function forgetUnflushed(path: string, log: Log): Promise<void> {
  if (process.platform !== 'linux') return
  // Node cannot ask the kernel for it, but `dd` can. It writes nothing.
  const advice = ['if=/dev/null', `of=${path}`, 'conv=notrunc,nocreat,fdatasync', 'oflag=nocache', 'count=0']
  await run('dd', advice).catch((error: unknown) => {
    log.warn({ err: error }, 'The kernel could not be told to read the event store from the disk anew')
  })
}
