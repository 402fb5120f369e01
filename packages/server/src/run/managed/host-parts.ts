import type { Database } from '../../ground/database/database.ts'
import type { Clock } from '../../ground/platform/clock.ts'
import type { Ids } from '../../ground/platform/ids.ts'
import type { Log } from '../../ground/platform/log.ts'

/** What all computers of this host share. */
export interface HostParts {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  /** Contains one folder for each computer. */
  readonly directory: string
  readonly serviceUrl: string
  readonly agent: string | undefined
  readonly mustConfine: boolean
  readonly version: string
  readonly env: Readonly<Record<string, string>>
}
