import { join } from 'node:path'

/** A file of one service beside the spool. Each service has its own sender and its own pauses after failures. */
export function serviceFile(directory: string, kind: 'sender' | 'state', url: string): string {
  return join(directory, `${kind}.${url.replace(/[^a-z0-9]+/gi, '-').slice(0, 100)}`)
}
