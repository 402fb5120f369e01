import { join } from 'node:path'

/** A file beside the spool for one service. Each service has its own sender and its own pauses after failures. */
export function serviceFile(directory: string, kind: 'sender' | 'state', url: string): string {
  return join(directory, `${kind}.${url.replace(/[^a-z0-9]+/gi, '-').slice(0, 100)}`)
}
