import type pg from 'pg'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Config } from '../../ground/config/settings.ts'
import type { OpenedStore } from '../../know/events/open-event-store.ts'
import { BackupRefused } from './format.ts'
import { readSecretPart } from './secret-part.ts'
import type { BackupSource } from './write-backup.ts'

interface Parts {
  readonly config: Config
  readonly connection: pg.ClientConfig
  /** Absent if there are none yet. */
  readonly events: OpenedStore | undefined
  /** The events are not part of the backup: they stay in ClickHouse. */
  readonly eventsStay: boolean
}

/** Everything that a backup of this node contains. Throws if the events are on another node. */
export async function backupSource({ config, connection, events, eventsStay }: Parts): Promise<BackupSource> {
  if (events?.isHere === false) {
    const place = events.place || 'another node'
    throw new BackupRefused(`The usage events are kept by ${place}: make the backup there.`)
  }
  return {
    connection,
    events: events?.store,
    eventsStay,
    secret: await readSecretPart(config.MUSTER_SECRET_KEY, config.MUSTER_DATA_DIR),
    version: packageJson.version,
    now: Date.now,
  }
}
