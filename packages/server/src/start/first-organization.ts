import { resolve } from 'node:path'
import type { CreatedOrganization } from '@muster/contract/organization'
import { parseApiKey } from '../govern/keys/api-key.ts'
import {
  findUnusedOwnerKey,
  forgetOwnerKey,
  opensForOwner,
  prepareOwnerKey,
  type UnusedOwnerKey,
} from '../govern/keys/unused-owner-key.ts'
import type { Organizations } from '../govern/organizations/service.ts'
import type { Config } from '../ground/config/settings.ts'
import type { Database } from '../ground/database/database.ts'
import type { Clock } from '../ground/platform/clock.ts'
import type { Ids } from '../ground/platform/ids.ts'
import type { Log } from '../ground/platform/log.ts'
import { repeat } from '../ground/platform/repeat.ts'

interface FirstOrganizationOptions {
  readonly organizations: Organizations
  readonly database: Database
  readonly config: Config
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}

export interface FirstOrganization {
  /** The organization that this start created; `undefined` on every later start. */
  readonly created: CreatedOrganization | undefined
  /** The owner's key, on every start until its first use. */
  readonly unusedKey: UnusedOwnerKey | undefined
  /** Stops waiting for the key's first use. */
  stop(): Promise<void>
}

/** The file of the key may remain this long after its first use. */
const lookEveryMs = 5_000

/** Makes sure that there is an organization and that its owner can find a key to it. */
export async function openFirstOrganization(options: FirstOrganizationOptions): Promise<FirstOrganization> {
  const { database, config, log } = options
  const dataDir = resolve(config.MUSTER_DATA_DIR)
  const created = await createUnlessThere(options, dataDir)
  if (!created) await tellOfGivenKey(options)
  const unusedKey = await findUnusedOwnerKey(database, dataDir)
  if (!unusedKey) return { created, unusedKey, stop: async () => undefined }
  let isUsed = false
  const watch = repeat({
    work: async () => {
      isUsed ||= (await findUnusedOwnerKey(database, dataDir)) === undefined
      if (isUsed) void watch.stop()
    },
    onFailure: (error) => log.debug({ err: error }, 'whether the first key was used is not known'),
    pauseMs: () => lookEveryMs,
  })
  return { created, unusedKey, stop: () => watch.stop() }
}

/** Of nodes that start together on an empty database, only one creates an organization. */
async function createUnlessThere(
  { organizations, database, config, ids }: FirstOrganizationOptions,
  dataDir: string,
): Promise<CreatedOrganization | undefined> {
  if (await organizations.exists()) return undefined
  const given = config.MUSTER_OWNER_KEY === undefined ? undefined : parseApiKey(config.MUSTER_OWNER_KEY)
  const ownerKey = given ?? (await prepareOwnerKey(dataDir, ids))
  const { MUSTER_ORG_NAME: name, MUSTER_OWNER_EMAIL: ownerEmail } = config
  const created = await database.transaction((tx) => organizations.createFirst(tx, { name, ownerEmail, ownerKey }))
  if (!created && !given) await forgetOwnerKey(dataDir)
  return created
}

/** Only the first start uses the setting. If it is set later, the log says so. */
async function tellOfGivenKey({ database, config, clock, log }: FirstOrganizationOptions): Promise<void> {
  const given = config.MUSTER_OWNER_KEY === undefined ? undefined : parseApiKey(config.MUSTER_OWNER_KEY)
  if (!given || (await opensForOwner(database, given, clock.now()))) return
  log.warn(
    'MUSTER_OWNER_KEY is not a key of an owner, and it is used by the first start alone: the organization exists already. ' +
      'For a new key: npm start -- new-owner-key <email of the owner>',
  )
}
