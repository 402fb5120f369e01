import type { Database } from '../../ground/database/database.ts'
import { sharedLoad } from '../../ground/platform/batching/shared-load.ts'
import { type Clock, toIso } from '../../ground/platform/clock.ts'
import type { Log } from '../../ground/platform/log.ts'
import { recordOwnChange } from '../audit/service.ts'
import type { Origin } from './caller.ts'
import * as repository from './repository.ts'

const hourMs = 60 * 60 * 1000
const flushEveryMs = 60_000
/** Further addresses are counted together. Otherwise a caller with many addresses could fill the audit log. */
const maxAddresses = 100

interface Target {
  readonly type: 'api_key' | 'user' | 'computer'
  readonly id: string
}

/** Attempts from one address after its first, which has an entry of its own. */
interface Tally {
  readonly address: string | null
  more: number
}

/**
 * Records failed sign-ins in the audit log of an organization: the first attempt of an address in an hour at once, and
 * the number of the others after the hour, so that the log cannot be flooded.
 */
export class FailedSignIns {
  readonly #database: Database
  readonly #clock: Clock
  readonly #log: Log
  readonly #timer: NodeJS.Timeout
  /** By organization, then by address; all of the same hour. */
  #tallies = new Map<string, Map<string, Tally>>()
  #hour: number
  readonly #findKey: (id: string) => Promise<repository.EndedKeyRow | undefined>

  constructor({ database, clock, log }: { database: Database; clock: Clock; log: Log }) {
    this.#database = database
    this.#clock = clock
    this.#log = log
    this.#findKey = sharedLoad((ids: readonly string[]) => repository.keysInAnyState(database, ids))
    this.#hour = hourOf(clock)
    this.#timer = setInterval(() => void this.flush(), flushEveryMs).unref()
  }

  /** Records a refused API key. Its organization is known if such a key ever existed. */
  async keyRefused(keyId: string, caller: Origin): Promise<void> {
    try {
      const key = await this.#findKey(keyId)
      if (!key) return
      const isExpired = key.expires_at !== null && key.expires_at <= this.#clock.now()
      const reason = key.revoked_at !== null ? 'revoked' : isExpired ? 'expired' : 'wrong_secret'
      await this.note(key.organization_id, { type: 'api_key', id: keyId }, reason, caller)
    } catch (error) {
      this.#log.warn({ err: error }, 'a failed sign-in was not recorded')
    }
  }

  async note(organizationId: string, target: Target, reason: string, caller: Origin): Promise<void> {
    await this.flush()
    const tally = this.#tallyOf(organizationId, caller.address)
    if (tally) tally.more++
    else await this.#write(organizationId, target, { reason }, caller.address, caller.requestId)
  }

  /** Writes the tallies after the hour; with `isEnd` also before its end. */
  async flush(isEnd = false): Promise<void> {
    const now = hourOf(this.#clock)
    if (this.#hour === now && !isEnd) return
    const hour = toIso(this.#hour * hourMs)
    const tallies = this.#tallies
    this.#tallies = new Map()
    this.#hour = now
    for (const [organizationId, addresses] of tallies) {
      for (const { address, more } of addresses.values()) {
        if (more === 0) continue
        const target = { type: 'organization', id: organizationId }
        await this.#write(organizationId, target, { attempts: more, hour }, address, null)
      }
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush(true)
  }

  /** Returns the tally of an attempt; `undefined` for the first attempt, which starts a tally. */
  #tallyOf(organizationId: string, address: string): Tally | undefined {
    const addresses = this.#tallies.get(organizationId) ?? new Map<string, Tally>()
    this.#tallies.set(organizationId, addresses)
    const isOne = addresses.has(address) || addresses.size < maxAddresses
    const name = isOne ? address : 'others'
    const known = addresses.get(name)
    if (!known) addresses.set(name, { address: isOne ? address : null, more: 0 })
    return known
  }

  async #write(
    organizationId: string,
    target: { readonly type: string; readonly id: string },
    changes: Record<string, unknown>,
    address: string | null,
    requestId: string | null,
  ): Promise<void> {
    const audited = { action: 'sign_in.failed', target, changes } as const
    await this.#database
      .transaction((tx) => recordOwnChange(tx, organizationId, this.#clock.now(), audited, { address, requestId }))
      .catch((error: unknown) => this.#log.warn({ err: error }, 'a failed sign-in was not recorded'))
  }
}

function hourOf(clock: Clock): number {
  return Math.floor(clock.now() / hourMs)
}
