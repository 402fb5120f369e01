import type { ControlCommand } from '../../ground/platform/control-socket.ts'
import type { Log } from '../../ground/platform/log.ts'
import { BackupRefused, encodeFrame, firstLineBytes } from './format.ts'
import { type BackupSource, writeBackup } from './write-backup.ts'

/** The command that sends a backup of the running service to a caller on the same machine. */
export function serveBackup(source: () => Promise<BackupSource>, log: Log): ControlCommand {
  return async (socket, signal) => {
    const startedAt = performance.now()
    try {
      await writeBackup(await source(), socket, signal)
      log.info({ ms: Math.round(performance.now() - startedAt) }, 'A backup was made')
    } catch (error) {
      if (signal.aborted) throw error
      log.error({ err: error }, 'A backup could not be made')
      const reason = error instanceof Error ? error.message : String(error)
      if (socket.bytesWritten === 0) socket.write(firstLineBytes)
      socket.end(encodeFrame('X', Buffer.from(error instanceof BackupRefused ? reason : couldNot(reason))))
    }
  }
}

function couldNot(reason: string): string {
  return `The service could not make the backup: ${reason}`
}
