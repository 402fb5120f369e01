import { readFileSync, rmSync } from 'node:fs'
import { replaceFile } from '@muster/hooks/replace-file'
import { objectOf, textOf } from '../acp/loose.ts'
import type { Place } from './place.ts'

export interface Status {
  readonly state: 'connecting' | 'connected' | 'waiting'
  readonly detail?: string | undefined
  /** Why no turn can run here although the computer is connected. */
  readonly hindrance?: string | undefined
  readonly agent: string
  readonly name: string
  readonly serviceUrl: string
}

export interface WrittenStatus extends Status {
  readonly pid: number
  readonly since: number
}

/** Written for `muster computers status`, which is another process. `undefined` removes the file. */
export function writeStatus(place: Place, status: Status | undefined): void {
  try {
    if (!status) rmSync(place.status, { force: true })
    else {
      const text = JSON.stringify({ ...status, pid: process.pid, since: Date.now() } satisfies WrittenStatus)
      replaceFile(place.status, `${text}\n`, { mode: 0o600 })
    }
  } catch {
    // Other code reports a full disk.
  }
}

export function findStatus(place: Place): WrittenStatus | undefined {
  try {
    const status = objectOf(JSON.parse(readFileSync(place.status, 'utf8')))
    return textOf(status.state) === undefined ? undefined : (status as unknown as WrittenStatus)
  } catch {
    return undefined
  }
}
