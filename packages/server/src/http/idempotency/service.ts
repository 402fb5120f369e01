import { hash } from 'node:crypto'
import pg from 'pg'
import type { Change } from '../../govern/audit/change.ts'
import type { Database } from '../../ground/database/database.ts'
import { AppError, invalid } from '../../ground/platform/app-error.ts'
import { dayMs } from '../../ground/platform/days.ts'
import type { SecretBox } from '../../ground/platform/secret-box.ts'
import * as repository from './repository.ts'

export interface Idempotency {
  /**
   * Does the work once for each key. The key is claimed in the transaction of the change: a concurrent second request
   * waits for the first and gets the same answer. A failed request leaves no trace and may be retried with the same
   * key. An answer is only repeated for the same bearer with the same rights, and its secret is not kept.
   */
  once<A extends KeptAnswer>(
    change: Change,
    key: string,
    request: IdempotentRequest,
    work: () => Promise<A>,
  ): Promise<A | KeptAnswer>
  forgetOldKeys(now: number): Promise<number>
}

interface KeptAnswer {
  readonly status: number
  readonly body: unknown
}

interface IdempotentRequest {
  readonly operation: string
  readonly body: unknown
  /** The field of the answer that contains a secret. */
  readonly shownOnce: string | undefined
}

/** How long an answer is kept for repeated requests. */
export const keptForMs = dayMs

const purpose = 'idempotent answer'
const lockNotAvailable = '55P03'

export function createIdempotency({ database, secretBox }: { database: Database; secretBox: SecretBox }): Idempotency {
  return {
    async once<A extends KeptAnswer>(
      change: Change,
      key: string,
      request: IdempotentRequest,
      work: () => Promise<A>,
    ): Promise<A | KeptAnswer> {
      const { tx } = change
      const claim = claimOf(change, key, request)
      if (!(await repository.claim(tx, claim))) return replay(change, claim, request)
      const answer = await work()
      const kept = request.shownOnce === undefined ? (answer.body ?? null) : { id: idOf(answer.body) }
      await repository.keep(tx, claim, answer.status, secretBox.seal(purpose, JSON.stringify(kept)))
      return answer
    },

    forgetOldKeys: (now: number) => repository.forgetBefore(database, now - keptForMs),
  }

  async function replay(
    { tx }: Change,
    claim: repository.Claim,
    { shownOnce }: IdempotentRequest,
  ): Promise<KeptAnswer> {
    const kept = await repository.find(tx, claim)
    if (!kept || kept.status === null || kept.sealed_answer === null) throw stillInProgress()
    if (!kept.request_hash.equals(claim.requestHash)) {
      throw new AppError('idempotency_key_reused', 'This Idempotency-Key came with another request before.')
    }
    const body = JSON.parse(secretBox.open(purpose, kept.sealed_answer)) as unknown
    if (shownOnce === undefined) return { status: kept.status, body }
    throw new AppError(
      'secret_shown_once',
      `The first request with this Idempotency-Key made ${idOf(body)}. Its ${shownOnce} was shown then, and is not kept.`,
    )
  }
}

function idOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined
}

function claimOf({ principal, now }: Change, key: string, request: IdempotentRequest): repository.Claim {
  if (key.length < 1 || key.length > 255) throw invalid('Idempotency-Key', 'must be 1 to 255 characters long')
  const { role, scopes } = principal
  const meaning = JSON.stringify([request.operation, request.body ?? null, role, scopes])
  return {
    organizationId: principal.organizationId,
    userId: principal.userId,
    bearer: principal.apiKeyId ?? '',
    key,
    requestHash: hash('sha256', meaning, 'buffer'),
    now,
  }
}

/**
 * Postgres gives up waiting for a lock after ten seconds: for the key, or for a row that the change locks before it.
 * Usually a request with the same key holds the lock.
 */
export function inProgress(error: unknown): never {
  throw error instanceof pg.DatabaseError && error.code === lockNotAvailable ? stillInProgress() : error
}

function stillInProgress(): AppError {
  return new AppError('idempotency_in_progress', 'A request with this Idempotency-Key is still being worked on.', {
    retryAfterSeconds: 1,
  })
}
