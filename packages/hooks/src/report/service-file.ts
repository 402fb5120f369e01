import { join } from 'node:path'

/** A file beside what waits, of one service: another one has its own sender, and is not left alone for its faults. */
export function serviceFile(directory: string, kind: 'sender' | 'state', url: string): string {
  return join(directory, `${kind}.${url.replace(/[^a-z0-9]+/gi, '-').slice(0, 100)}`)
}
