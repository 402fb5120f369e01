import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Log } from '../../platform/log.ts'

const run = promisify(execFile)

/**
 * Makes a file show what the disk has. After a flush that failed, the kernel goes on to show what was written although the
 * disk never got it, and ext4 even loses what is written to the same place afterwards and flushed well. Only
 * forgetting its pages ends that; what was acknowledged is on the disk, and is read from there again.
 */
export async function forgetUnflushed(path: string, log: Log): Promise<void> {
  if (process.platform !== 'linux') return
  // Node cannot ask the kernel for it; `dd` can. It writes nothing.
  const advice = ['if=/dev/null', `of=${path}`, 'conv=notrunc,nocreat,fdatasync', 'oflag=nocache', 'count=0']
  await run('dd', advice).catch((error: unknown) => {
    log.warn({ err: error }, 'The kernel could not be told to read the event store from the disk anew')
  })
}
