import { resolve } from 'node:path'
import type { Config } from '../ground/config/settings.ts'
import { AppError } from '../ground/platform/app-error.ts'
import { explainDiskFault } from '../ground/platform/disk-fault.ts'
import { StartRefused } from '../ground/platform/start-refused.ts'

/** Returns one sentence for the person who started the service: what is wrong, and what to do. */
export function explainFailure(error: unknown, config: Config, failed = 'Muster could not start'): string {
  if (error instanceof StartRefused) return error.message
  const { code, syscall, address, port } = error as Record<string, string | undefined>
  if (syscall === 'listen' || syscall === 'getaddrinfo') {
    const where = `${address ?? config.MUSTER_HOST}:${port ?? config.MUSTER_PORT}`
    if (code === 'EADDRINUSE') return `${where} is in use by another program. Choose another MUSTER_PORT.`
    if (code === 'EACCES') return `This user may not listen on port ${port}. Choose another MUSTER_PORT.`
    return `${config.MUSTER_HOST} is no address of this machine. Correct MUSTER_HOST, for example to 127.0.0.1 or 0.0.0.0.`
  }
  const cause = error instanceof AppError ? error.cause : undefined
  const ofDisk = explainDiskFault(cause ?? error, resolve(config.MUSTER_DATA_DIR))
  if (ofDisk) return ofDisk
  return `${failed}: ${messageOf(error)}${cause ? ` (${messageOf(cause)})` : ''}`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
