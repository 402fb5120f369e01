import type { Database, Tx } from '../../ground/database/database.ts'
import type { Clock } from '../../ground/platform/clock.ts'
import { addDays } from '../../ground/platform/days.ts'
import { doJob } from '../../ground/platform/do-job.ts'
import type { Workers } from '../../ground/platform/workers.ts'
import type { EventStore } from '../events/event-store.ts'
import { trailingDays } from './activity-rows.ts'
import { yesterday } from './dates.ts'
import { type DayJobInput, type DayWhole, dayJob } from './day-job.ts'
import * as documents from './document-repository.ts'
import * as failures from './failure-repository.ts'
import { settle } from './first-day-repository.ts'
import * as repository from './repository.ts'
import { rowsVersion } from './rows-version.ts'
import * as starts from './starts-repository.ts'
import { storeOutputs } from './store-outputs.ts'
import { createWorkComputation } from './work-computation.ts'

interface DayOptions {
  readonly database: Database
  readonly events: EventStore
  readonly clock: Clock
  readonly workers: Workers
}

/** `busy`: another node computes the day. */
type DayOutcome = 'computed' | 'nothing to do' | 'busy'

/** Facts up to this size are added up in this process, which takes about ten milliseconds. */
const smallBytes = 128 * 1024

const dayKinds = ['tokens', 'tokens_by_model', 'tools', 'tools_by_name', 'productivity'] as const

/** Computes one day of one organization from its events, and stores all of its documents at once. */
export function createDayComputation({ database, events, clock, workers }: DayOptions) {
  const computeWork = createWorkComputation({ events, workers })

  /** Stores rows as they arrive, and resolves with the totals of the day. */
  async function store(
    tx: Tx,
    organizationId: string,
    input: DayJobInput,
    pieces: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ) {
    const sizeOf = (piece: Uint8Array) => piece.length
    const job = { name: 'day', begin: dayJob, input, pieces, sizeOf, smallSize: smallBytes, signal }
    let whole: DayWhole | undefined
    // The output is read to its end: a worker whose output is not read is treated as abandoned and killed.
    await storeOutputs(doJob(workers, job), async (output) => {
      if ('documents' in output) await documents.insert(tx, organizationId, output.documents)
      else if ('users' in output) await documents.insertUserDays(tx, organizationId, input.day, output.users)
      else whole = output.whole
    })
    if (!whole) throw new Error('The job ended before its result.')
    return whole
  }

  /**
   * Later days depend on the session starts of this day: a session starts once, and its first level applies to it. They
   * are computed again only if these starts changed.
   */
  async function reopenWhereSessionsGoOn(tx: Tx, organizationId: string, day: string, startsDigest: string) {
    const isNew = await starts.keepStarts(tx, organizationId, day, startsDigest)
    if (!isNew || !(await starts.isComputedAfter(tx, organizationId, day))) return
    const days = await events.daysOfSessions(organizationId, day)
    await repository.reopen(tx, organizationId, days, clock.now())
  }

  return (organizationId: string, day: string, signal: AbortSignal): Promise<DayOutcome> =>
    database.transaction(async (tx) => {
      if (!(await repository.lock(tx, `analytics ${organizationId} ${day}`))) return 'busy'
      // Read before the facts: events that arrive in between raise it, and the day stays pending.
      const state = await repository.generations(tx, organizationId, day)
      const isCurrent = state && state.generation <= state.computed_generation && state.rows_version >= rowsVersion
      if (!state || state.generation === 0 || isCurrent) return 'nothing to do'
      const mark = await events.mark(organizationId, day)
      const members = await repository.people(tx, organizationId)
      const namesRead = events.names(organizationId, day)
      const historyRead = events.sessionHistory(organizationId, day)
      // Awaited below; until then a rejection must not count as unhandled.
      for (const read of [namesRead, historyRead]) read.catch(() => undefined)
      await documents.remove(tx, organizationId, dayKinds, [day])
      await documents.removeUserDays(tx, organizationId, day)
      const names = await namesRead
      const { format, pieces } = events.factsApart(organizationId, day, names)
      const history = await historyRead
      const input = { day, members, format, history }
      // The store adds up money and work while the worker makes rows of the other facts.
      const [{ activity, isSaturated, startsDigest }, work] = await both(
        (ended) => store(tx, organizationId, input, pieces, ended),
        (ended) => computeWork(tx, organizationId, { day, members }, ended),
        signal,
      )
      await repository.finish(tx, organizationId, day, {
        generation: state.generation,
        mark,
        now: clock.now(),
        activity: `${activity.slice(0, -1)},"teams":${JSON.stringify(work.teams)}}`,
        isSaturated: isSaturated || work.isSaturated,
        folded: textOrNull([...names.folded, ...work.folded]),
        following: daysAfter([day, ...(await settle(tx, organizationId, day))], yesterday(clock.now())),
      })
      await reopenWhereSessionsGoOn(tx, organizationId, day, startsDigest)
      await failures.clear(tx, organizationId, [day])
      await documents.bump(tx, organizationId)
      return 'computed'
    })
}

/**
 * Runs two promises in parallel and waits for both, because they use the same transaction. If one fails, the other is
 * aborted.
 */
async function both<A, B>(
  first: (signal: AbortSignal) => Promise<A>,
  second: (signal: AbortSignal) => Promise<B>,
  signal: AbortSignal,
): Promise<[A, B]> {
  const failure = new AbortController()
  const ended = AbortSignal.any([signal, failure.signal])
  const endOther = (reason: unknown) => failure.abort(reason)
  const [a, b] = [first(ended), second(ended)]
  a.catch(endOther)
  b.catch(endOther)
  await Promise.allSettled([a, b])
  failure.signal.throwIfAborted()
  return [await a, await b]
}

/** Days whose rows depend on the given ones, up to the last complete day. */
function daysAfter(days: readonly string[], last: string): string[] {
  const following = new Set<string>()
  for (const day of days) {
    for (let count = 0; count < trailingDays.longest && addDays(day, count) <= last; count++) {
      following.add(addDays(day, count))
    }
  }
  return [...following]
}

function textOrNull(folded: readonly object[]): string | null {
  return folded.length === 0 ? null : JSON.stringify(folded)
}
