import { timingSafeEqual } from 'node:crypto'
import { endpoints } from '@muster/contract/endpoints'
import type { CloseReason } from '@muster/contract/relay/close-codes'
import type { Hello } from '@muster/contract/relay/from-computer'
import type { Admission } from '../../govern/keys/admission.ts'
import { hashSecret } from '../../govern/keys/api-key.ts'
import type { Origin } from '../../govern/keys/caller.ts'
import type { FailedSignIns } from '../../govern/keys/failed-sign-ins.ts'
import { refusalOfCall } from '../../govern/keys/is-admitted.ts'
import { unauthorized } from '../../govern/keys/unauthorized.ts'
import type { Database } from '../../ground/database/database.ts'
import type { AppError } from '../../ground/platform/app-error.ts'
import { sharedLoad } from '../../ground/platform/batching/shared-load.ts'
import type { Clock } from '../../ground/platform/clock.ts'
import type { ComputerKey } from '../../ground/platform/computer-key.ts'
import type { Hints } from '../../ground/platform/hints.ts'
import * as repository from './connection-repository.ts'
import { lastSteps } from './provisioning.ts'
import { isConnected } from './question-repository.ts'

export interface ComputerConnections {
  readonly nodeId: string
  /** Finds the computer with this credential. Throws 401 or 403 unless it is admitted. */
  authenticate(credential: string | undefined, origin: Origin): Promise<ComputerKey>
  /** Checks a connected computer again. Rejects if it would not be admitted now. */
  judgeAgain(key: ComputerKey, address: string): Promise<void>
  /**
   * Makes this connection the one in force; the previous one no longer counts. The database may still show a previous
   * connection that ended during an outage. `epoch` of the hello shows that it was the daemon’s own, and `isHere` that
   * this node no longer holds it; such a reconnect does not count as a takeover from another daemon.
   */
  connect(key: ComputerKey, hello: Hello, isHere: boolean): Promise<NewConnection | 'unauthorized'>
  /** Returns whether the connection was the one in force. */
  disconnect(connection: Connection): Promise<boolean>
  isConnected(key: ComputerKey): Promise<boolean>
  /** Returns the reason why the connection must end, if there is one. */
  staleness(connection: Connection): Promise<CloseReason | undefined>
  /** If this node is alone, it treats all other nodes as dead, even if their leases are valid. */
  beginLease(isAlone: boolean): Promise<void>
  renewLease(): Promise<number>
  endLease(): Promise<number>
  /** Marks the computers of dead nodes as away. Returns them. */
  freeFromDeadNodes(): Promise<Connection[]>
  /** Computers that have been away for longer than this, and still have running turns. */
  goneFor(graceMs: number): Promise<Connection[]>
}

/** A connection of a computer. Messages on an older one no longer count. */
export interface Connection extends ComputerKey {
  readonly epoch: number
}

interface NewConnection extends Connection {
  /** Two daemons connect in turn with one identity. Both must be disconnected. */
  readonly isCloned: boolean
}

interface ConnectionsOptions {
  readonly database: Database
  readonly clock: Clock
  readonly hints: Hints
  readonly admission: Admission
  readonly failedSignIns: FailedSignIns
  /** Identifies this node until its process ends. */
  readonly nodeId: string
}

/**
 * A node that has not renewed its lease for this long is dead, and a computer that hears nothing for this long gives up
 * its turns.
 */
export const leaseSeconds = 30

const minuteMs = 60_000

/** This many takeovers within a minute mean that two daemons use the same identity. */
const takeoversOfClones = 3

/** Which computers are connected, to which node, and since when. */
export function createComputerConnections(options: ConnectionsOptions): ComputerConnections {
  const { database, clock, hints, admission, failedSignIns, nodeId } = options
  const findCredential = sharedLoad((ids: readonly string[]) => repository.credentialsOf(database, ids))
  const toConnection = (row: { organization_id: string; id: string; epoch: number }): Connection => ({
    organizationId: row.organization_id,
    computerId: row.id,
    epoch: row.epoch,
  })

  /**
   * A user's computer has the user's role and must connect from an allowed address. A computer on a host of the service
   * is part of the service: the host gives each of its processes a credential and decides how it connects, so its
   * address is not checked.
   */
  function refusalOf(row: repository.CredentialRow, address: string): AppError | undefined {
    const allowed_ips = row.host_id === null ? row.allowed_ips : []
    const refusal = admission.refusalOf(
      { row: { allowed_ips }, key: undefined, endMs: Number.POSITIVE_INFINITY },
      address,
    )
    if (refusal || row.provider_type === 'managed') return refusal
    return refusalOfCall({ role: row.role, scopes: null, expiresAtMs: null }, endpoints.computers.register)
  }

  return {
    nodeId,

    async authenticate(credential, origin) {
      const match = /^msc_([0-9a-f]{32})_([\w-]{20,200})$/.exec(credential ?? '')
      if (!match?.[1] || !match[2]) throw notAComputer()
      const computerId = match[1].replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
      const row = await findCredential(computerId)
      if (!row || !timingSafeEqual(hashSecret(match[2]), row.credential_hash)) throw notAComputer()
      const organizationId = row.organization_id
      const refusal = refusalOf(row, origin.address)
      if (refusal) {
        await failedSignIns.note(organizationId, { type: 'computer', id: computerId }, refusal.code, origin)
        throw refusal
      }
      return { organizationId, computerId }
    },

    async judgeAgain({ computerId }, address) {
      const row = await findCredential(computerId)
      const refusal = row ? refusalOf(row, address) : notAComputer()
      if (refusal) throw refusal
    },

    async connect(key, { daemon, epoch: last }, isHere) {
      const { organizationId, computerId } = key
      const now = clock.now()
      const connected = await database.transaction(async (tx) => {
        const row = await repository.lock(tx, organizationId, computerId)
        if (!row) return 'unauthorized'
        const takeovers = row.replaced_at.filter((at) => at > now - minuteMs)
        const mayBeOpen = row.node_id === nodeId ? isHere : row.node_id !== null
        const isTakeover = mayBeOpen && last !== row.epoch
        if (isTakeover) takeovers.push(now)
        const epoch = row.epoch + 1
        await repository.connect(tx, {
          ...key,
          epoch,
          nodeId,
          now,
          daemon,
          hostname: daemon.hostname,
          steps: lastSteps(row.provisioning_steps, now, undefined),
          replacedAt: takeovers,
        })
        return { ...key, epoch, isCloned: isTakeover && takeovers.length >= takeoversOfClones }
      })
      if (connected !== 'unauthorized') hints.publish({ kind: 'computer', computerId })
      return connected
    },

    async disconnect(connection) {
      const counted = (await repository.disconnect(database, connection, clock.now())) > 0
      if (counted) hints.publish({ kind: 'computer', computerId: connection.computerId })
      return counted
    },

    isConnected: ({ organizationId, computerId }: ComputerKey) => isConnected(database, organizationId, computerId),

    async staleness({ organizationId, computerId, epoch }) {
      const current = await repository.currentConnection(database, organizationId, computerId)
      if (current === undefined) return 'unauthorized'
      if (current.epoch === epoch) return undefined
      return current.replaced_at.length >= takeoversOfClones ? 'cloned' : 'replaced'
    },

    async beginLease(isAlone) {
      if (isAlone) await repository.forgetAllNodes(database)
      await repository.renew(database, nodeId)
    },
    renewLease: () => repository.renew(database, nodeId),
    endLease: () => repository.forget(database, nodeId),

    async freeFromDeadNodes() {
      return (await repository.freeFromDeadNodes(database, leaseSeconds, clock.now())).map(toConnection)
    },

    async goneFor(graceMs) {
      return (await repository.goneSince(database, clock.now() - graceMs)).map(toConnection)
    },
  }
}

function notAComputer(): AppError {
  return unauthorized('The bearer must be the credential of a computer.')
}
