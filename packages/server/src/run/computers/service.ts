import type { Computer, RegisterComputer, RegisteredComputer, UpdateComputer } from '@muster/contract/computer'
import type { Hello } from '@muster/contract/relay/from-computer'
import type { ComputerQuestion } from '@muster/contract/relay/question'
import type { Change } from '../../govern/audit/change.ts'
import { changedFields, recordChange } from '../../govern/audit/service.ts'
import type { Controls } from '../../govern/controls/service.ts'
import { hashSecret } from '../../govern/keys/api-key.ts'
import { violatesUnique } from '../../ground/database/constraint.ts'
import type { Database } from '../../ground/database/database.ts'
import { AppError } from '../../ground/platform/app-error.ts'
import { sharedLoad } from '../../ground/platform/batching/shared-load.ts'
import type { Hints } from '../../ground/platform/hints.ts'
import { type Ids, isUuid } from '../../ground/platform/ids.ts'
import { type Principal, seesAll } from '../../ground/platform/principal.ts'
import { noteVisit } from './connection-repository.ts'
import { firstSteps, lastSteps, type ProvisioningFailure } from './provisioning.ts'
import type { Reach } from './reach.ts'
import * as repository from './repository.ts'
import { toWire as toWireAt } from './to-wire.ts'
import { assertProviderAllowed, computerForWork, isVisible, visibleComputer } from './visible-computer.ts'

export interface Computers {
  /** Whether this node runs managed computers itself. */
  readonly isHost: boolean
  list(principal: Principal): Promise<{ computers: Computer[] }>
  get(principal: Principal, id: string): Promise<Computer>
  getByName(principal: Principal, name: string): Promise<Computer>
  register(change: Change, body: RegisterComputer): Promise<RegisteredComputer>
  update(change: Change, id: string, body: UpdateComputer): Promise<Computer>
  /** Records the end of provisioning: `active`, or `error` with the step that failed. */
  endProvisioning(change: Change, id: string, failure?: ProvisioningFailure): Promise<Computer>
  /** For the demonstration: records a past connection with this daemon, which ends now. */
  noteVisit(change: Change, id: string, daemon: Hello['daemon']): Promise<void>
  remove(change: Change, id: string): Promise<void>
  /** Disconnects the computers of a removed user for good. Those of the whole organization stay. */
  cutOffThoseOf(change: Change, userId: string): Promise<void>
  /** The computer, whether or not the caller may see it. */
  findShared(principal: Principal, id: string): Promise<ComputerRow | undefined>
  /** The same as `findShared`, read in the transaction of a change. */
  findInside(change: Change, id: string): Promise<ComputerRow | undefined>
  /** The computer for new work: visible to the caller, not cut off, and not deleted until the transaction ends. */
  getForWork(change: Change, id: string): Promise<ComputerRow>
  /** Forwards a read that names a computer to that computer. */
  ask(principal: Principal, id: string, question: ComputerQuestion): Promise<unknown>
}
export type ComputerRow = repository.ComputerRow

interface ComputersOptions {
  database: Database
  ids: Ids
  controls: Controls
  /** Ends the turns that the sessions of a computer were waiting for. */
  releaseSessions: (change: Change, computer: { id: string; name: string }, why: 'deleted' | 'cut_off') => Promise<void>
  hints: Hints
  reach: Reach
  /** The address for computers and their clients: the public address of the service, with ws or wss. */
  relayUrl: string
  /** The largest number of computers that a user may register. */
  maxPerUser: number
  /** Set if this node runs managed computers itself; `maxComputers` is the most it runs. */
  host?: { readonly id: string; readonly maxComputers: number } | undefined
}

export function createComputers(options: ComputersOptions): Computers {
  const { database, ids, controls, releaseSessions, hints, reach, maxPerUser } = options
  const toWire = (row: ComputerRow) => toWireAt(options.relayUrl, row)

  /** The host for a new computer; null if this service has none, so that somebody starts the daemon elsewhere. */
  async function placeFor({ tx }: Change): Promise<string | null> {
    const { host } = options
    if (!host) return null
    if ((await repository.countOnHost(tx, host.id)) >= host.maxComputers) {
      throw new AppError(
        'quota_reached',
        `This host runs ${host.maxComputers} computers at the most. Remove some first.`,
      )
    }
    return host.id
  }

  const findRow = sharedLoad(
    async (keys: readonly repository.ComputerKey[]) => {
      const rows = await repository.findMany(database, keys)
      return new Map(rows.map((row) => [nameOf({ organizationId: row.organization_id, id: row.id }), row]))
    },
    { nameOf },
  )
  return {
    isHost: options.host !== undefined,

    async list(principal) {
      const rows = await repository.list(database, principal.organizationId)
      return { computers: rows.filter((row) => isVisible(principal, row)).map(toWire) }
    },

    async get(principal, id) {
      const row = isUuid(id) ? await repository.find(database, principal.organizationId, id) : undefined
      return toWire(visibleComputer(principal, row))
    },

    async getByName(principal, name) {
      return toWire(visibleComputer(principal, await repository.findNamed(database, principal.organizationId, name)))
    },

    async register(change, body) {
      const { tx, principal, now } = change
      const provider = body.provider ?? 'byom'
      if (provider === 'managed' && !seesAll(principal)) {
        throw new AppError('role_not_allowed', 'Only owners and managers register managed computers.')
      }
      const settings = await controls.inForce(tx, principal.organizationId)
      assertProviderAllowed(provider, settings)
      const isEnabled = settings.managedComputersEnabled === true
      // A host name means that the organization runs the machine elsewhere.
      if (provider === 'managed' && options.host && !isEnabled && body.hostname === undefined) {
        throw new AppError('computer_not_allowed', managedNotEnabled)
      }
      const hostId = provider === 'managed' && isEnabled ? await placeFor(change) : null
      if ((await repository.countOfUser(tx, principal.organizationId, principal.userId)) >= maxPerUser) {
        throw new AppError('quota_reached', `A user has ${maxPerUser} computers at the most. Remove some first.`)
      }
      const id = ids.uuid()
      const secret = ids.secret(32)
      const row = await repository
        .insert(tx, {
          id,
          organization_id: principal.organizationId,
          user_id: principal.userId,
          name: body.name,
          provider_type: provider,
          status: 'provisioning',
          hostname: body.hostname ?? null,
          remote_user: body.remoteUser ?? null,
          provisioning_steps: firstSteps(now, hostId !== null),
          credential_hash: hashSecret(secret),
          created_at: now,
          host_id: hostId,
        })
        .catch(nameTaken(body.name))
      await recordChange(change, {
        action: 'computer.register',
        target: { type: 'computer', id },
        changes: { name: body.name, provider },
      })
      if (hostId !== null) tx.afterCommit(() => hints.publish({ kind: 'computer', computerId: id }))
      return { ...toWire(row), credential: `msc_${id.replaceAll('-', '')}_${secret}` }
    },

    async update(change, id, body) {
      const { tx, principal } = change
      const before = await getOwn(change, id)
      const after = await repository
        .update(tx, principal.organizationId, {
          ...before,
          name: body.name ?? before.name,
          remote_user: body.remoteUser ?? before.remote_user,
        })
        .catch(nameTaken(body.name ?? before.name))
      await recordChange(change, {
        action: 'computer.update',
        target: { type: 'computer', id: before.id },
        changes: changedFields(toWire(before), toWire(after)),
      })
      return toWire(after)
    },

    async endProvisioning(change, id, failure) {
      const { tx, principal, now } = change
      const before = await getOwn(change, id)
      const after = await repository.updateProvisioning(tx, principal.organizationId, {
        ...before,
        status: failure ? 'error' : 'active',
        provisioning_steps: lastSteps(before.provisioning_steps, now, failure),
      })
      await recordChange(change, {
        action: 'computer.provision',
        target: { type: 'computer', id: before.id },
        changes: changedFields({ status: before.status }, { status: after.status }),
      })
      return toWire(after)
    },

    async noteVisit({ tx, principal, now }, computerId, daemon) {
      await noteVisit(tx, { organizationId: principal.organizationId, computerId, at: now, daemon })
    },

    async remove(change, id) {
      const { tx, principal } = change
      if (isUuid(id)) await repository.lockSessionsOf(tx, principal.organizationId, id)
      const row = await getOwn(change, id)
      await releaseSessions(change, row, 'deleted')
      await repository.remove(tx, principal.organizationId, row.id)
      await recordChange(change, {
        action: 'computer.delete',
        target: { type: 'computer', id: row.id },
        changes: { name: row.name },
      })
      tx.afterCommit(() => hints.publish({ kind: 'computer', computerId: row.id }))
    },

    async cutOffThoseOf(change, userId) {
      const { tx, principal, now } = change
      const { organizationId } = principal
      for (const { id } of await repository.listOwn(tx, organizationId, userId)) {
        await repository.lockSessionsOf(tx, organizationId, id)
        const row = await repository.findAndLock(tx, organizationId, id)
        if (!row) continue
        await repository.cutOff(tx, organizationId, id, hashSecret(ids.secret(32)), now)
        await releaseSessions(change, row, 'cut_off')
        tx.afterCommit(() => hints.publish({ kind: 'computer', computerId: id }))
      }
    },

    async findShared(principal, id) {
      return isUuid(id) ? findRow({ organizationId: principal.organizationId, id: id.toLowerCase() }) : undefined
    },

    findInside: ({ tx, principal }, id) => repository.find(tx, principal.organizationId, id),

    async getForWork({ tx, principal }, id) {
      const row = isUuid(id) ? await repository.findAndKeep(tx, principal.organizationId, id) : undefined
      return computerForWork(principal, row)
    },

    async ask(principal, id, question) {
      const row = isUuid(id) ? await repository.find(database, principal.organizationId, id) : undefined
      const { id: computerId, name } = visibleComputer(principal, row)
      return reach.ask({ organizationId: principal.organizationId, computerId, name }, question)
    },
  }
}

const managedNotEnabled =
  'The organization has not switched managed computers on: an owner sets managedComputersEnabled to true in its controls. For a machine that the organization runs itself, say its hostname.'

/** The computer for a change: the caller's own, or any for owners and managers. */
async function getOwn({ tx, principal }: Change, id: string): Promise<ComputerRow> {
  const row = isUuid(id) ? await repository.findAndLock(tx, principal.organizationId, id) : undefined
  const computer = visibleComputer(principal, row)
  if (!seesAll(principal) && computer.user_id !== principal.userId) {
    throw new AppError('computer_not_allowed', 'You may use this computer, but not change it.')
  }
  return computer
}

function nameTaken(name: string) {
  return (error: unknown): never => {
    if (violatesUnique(error, 'computers_name_unique')) {
      throw new AppError('name_taken', `Another computer of the organization is called ${name}.`)
    }
    throw error
  }
}

function nameOf({ organizationId, id }: repository.ComputerKey): string {
  return `${organizationId} ${id}`
}
