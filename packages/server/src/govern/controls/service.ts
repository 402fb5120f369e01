import type { ControlChange, ControlSettings } from '@muster/contract/controls'
import type { Pagination } from '@muster/contract/pagination'
import { daysBetweenPrices } from '@muster/contract/prices/changed-days'
import { priceFaults } from '@muster/contract/prices/price-faults'
import type { Database, Handle } from '../../ground/database/database.ts'
import { AppError } from '../../ground/platform/app-error.ts'
import { sharedLoad } from '../../ground/platform/batching/shared-load.ts'
import type { Hints } from '../../ground/platform/hints.ts'
import { highestFirst } from '../../ground/platform/keyset.ts'
import { type PageQuery, parsePage, toPage } from '../../ground/platform/page.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import type { SecretBox } from '../../ground/platform/secret-box.ts'
import type { Change } from '../audit/change.ts'
import { changedFields, recordChange } from '../audit/service.ts'
import * as repository from './repository.ts'
import { hideSecrets, sealSecrets } from './secrets.ts'
import { toWire } from './to-wire.ts'

export interface Controls {
  get(principal: Principal): Promise<ControlChange>
  /** Returns the current controls, with sealed secrets. */
  inForce(handle: Handle, organizationId: string): Promise<ControlSettings>
  /** Like `inForce`, in one query with other concurrent requests. */
  inForceNow(organizationId: string): Promise<ControlSettings>
  history(principal: Principal, query: PageQuery): Promise<{ changes: ControlChange[]; pagination: Pagination }>
  /** With `expectedRevisions`, the change applies only if the current revision is one of these. */
  replace(
    change: Change,
    settings: ControlSettings,
    expectedRevisions: readonly number[] | undefined,
  ): Promise<ControlChange>
}

interface ControlsOptions {
  readonly database: Database
  readonly secretBox: SecretBox
  readonly hints: Hints
}

export function createControls({ database, secretBox, hints }: ControlsOptions): Controls {
  const findShared = sharedLoad((ids: readonly string[]) => repository.inForceOfMany(database, ids))
  return {
    async get(principal) {
      return toWire(await repository.current(database, principal.organizationId))
    },

    inForce(handle, organizationId) {
      return repository.inForce(handle, organizationId)
    },

    async inForceNow(organizationId) {
      return (await findShared(organizationId)) ?? {}
    },

    async history(principal, query) {
      const name = `controls:${principal.organizationId}`
      const { limit, after } = parsePage(name, query, highestFirst)
      const rows = await repository.list(database, principal.organizationId, after, limit + 1)
      const page = toPage(name, limit, rows, (row) => [row.revision])
      return { changes: page.rows.map(toWire), pagination: page.pagination }
    },

    async replace(change, settings, expectedRevisions) {
      const { tx, principal, now } = change
      assertPrices(settings)
      const revision = await repository.lock(tx, principal.organizationId)
      if (expectedRevisions && !expectedRevisions.includes(revision)) {
        throw new AppError(
          'revision_mismatch',
          `The controls are at revision ${revision}, which If-Match does not name.`,
        )
      }
      const previous = await repository.inForce(tx, principal.organizationId)
      const sealed = sealSecrets(settings, previous, secretBox)
      const repriced = daysBetweenPrices(previous.modelPrices, settings.modelPrices)
      if (repriced) await repository.reprice(tx, principal.organizationId, repriced, now)
      await repository.insert(tx, principal.organizationId, {
        revision: revision + 1,
        settings: sealed,
        userId: principal.userId,
        now,
      })
      await recordChange(change, {
        action: 'controls.replace',
        target: { type: 'enterprise_controls', id: String(revision + 1) },
        changes: changesBetween(previous, sealed),
      })
      const { organizationId } = principal
      tx.afterCommit(() => hints.publish({ kind: 'controls', organizationId }))
      return toWire(await repository.current(tx, principal.organizationId))
    },
  }
}

/** Checks prices against each other, which a schema cannot do. */
function assertPrices({ modelPrices = [] }: ControlSettings): void {
  const errors = priceFaults(modelPrices, 'modelPrices')
  const [first] = errors
  if (first) throw new AppError('invalid_request', `${first.path} ${first.message}.`, { errors })
}

/** Includes removed fields. Secrets are compared in sealed form and never shown. */
function changesBetween(previous: ControlSettings, next: ControlSettings) {
  const gone = Object.fromEntries(Object.keys(previous).map((field) => [field, null]))
  const changed = Object.keys(changedFields(previous, { ...gone, ...next }))
  const before: Record<string, unknown> = hideSecrets(previous)
  const after: Record<string, unknown> = hideSecrets(next)
  return Object.fromEntries(changed.map((field) => [field, { from: before[field] ?? null, to: after[field] ?? null }]))
}
