import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'

interface KeyUse extends Record<string, unknown> {
  id: string
  user_id: string
  is_written: boolean
  is_invited: boolean
}

const touchKeys = query<KeyUse>(
  'keys.touch',
  `with used as (
     select k.id, seen.at, k.user_id, u.accepted_at is null as is_invited
     from unnest($1::text[], $2::bigint[]) as seen (id, at)
     join api_keys k using (id) join users u on u.organization_id = k.organization_id and u.id = k.user_id),
   free as (select k.id from api_keys k join used using (id) for no key update of k skip locked),
   touched as (
     update api_keys k set last_used_at = greatest(coalesce(k.last_used_at, 0), used.at)
     from used join free using (id) where k.id = used.id returning k.id)
   select used.id, used.user_id, touched.id is not null as is_written, used.is_invited
   from used left join touched using (id)`,
)

/**
 * Stores when keys were used, unless a later use is already stored. Several nodes write uses of the same keys at once,
 * in any order. Keys that another transaction has locked are skipped, so that nodes do not wait for each other.
 */
export function recordUse(handle: Handle, uses: ReadonlyMap<string, number>): Promise<KeyUse[]> {
  return handle.many(touchKeys, [[...uses.keys()], [...uses.values()]])
}

const touchEvents = query<{ id: string; is_written: boolean }>(
  'keys.touch_events',
  `with sent as (select k.id, seen.at from unnest($1::text[], $2::bigint[]) as seen (id, at) join api_keys k using (id)),
   free as (select k.id from api_keys k join sent using (id) for no key update of k skip locked),
   touched as (
     update api_keys k set last_event_at = greatest(coalesce(k.last_event_at, 0), sent.at)
     from sent join free using (id) where k.id = sent.id returning k.id)
   select sent.id, touched.id is not null as is_written from sent left join touched using (id)`,
)

/** Stores when usage events of keys were stored, in the same way. */
export function recordEvents(handle: Handle, times: ReadonlyMap<string, number>) {
  return handle.many(touchEvents, [[...times.keys()], [...times.values()]])
}

const acceptInvitations = query(
  'keys.accept',
  `with seen as (select * from unnest($1::uuid[], $2::bigint[]) as seen (id, at)),
   invited as (select u.id from users u join seen using (id) where u.accepted_at is null order by u.id for no key update of u)
   update users u set accepted_at = seen.at from seen join invited using (id)
   where u.id = seen.id and u.accepted_at is null`,
)

/** The first use of a key accepts the invitation. Users are always locked in one order, to avoid deadlocks. */
export function recordAcceptance(handle: Handle, seen: ReadonlyMap<string, number>): Promise<number> {
  return handle.run(acceptInvitations, [[...seen.keys()], [...seen.values()]])
}

const touchSignIns = query(
  'keys.touch_sign_in',
  `with seen as (select * from unnest($1::uuid[], $2::bigint[]) as seen (id, at)),
   locked as (select u.id from users u join seen using (id) order by u.id for no key update of u)
   update users u set last_sign_in_at = greatest(coalesce(u.last_sign_in_at, 0), seen.at),
     accepted_at = coalesce(u.accepted_at, seen.at)
   from seen join locked using (id) where u.id = seen.id`,
)

export function recordSignIns(handle: Handle, signIns: ReadonlyMap<string, number>): Promise<number> {
  return handle.run(touchSignIns, [[...signIns.keys()], [...signIns.values()]])
}
