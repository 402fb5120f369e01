import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'

interface CreditDay extends Record<string, unknown> {
  organization_id: string
  day: string
}

const listDue = query<CreditDay>(
  'credits.list_due',
  `select a.organization_id, a.day from analytics_days a
     join organizations o on o.id = a.organization_id
     left join credit_days c on c.organization_id = a.organization_id and c.day = a.day
   where a.day >= $1 and ($2::uuid is null or a.organization_id = $2)
     and (a.generation > coalesce(c.generation, 0) or c.controls_revision <> o.controls_revision)
   order by a.day desc, a.organization_id limit 1000`,
)

/** Days from `firstDay` on whose events or multipliers have changed since their credits were counted. */
export function due(handle: Handle, firstDay: string, organizationId: string | null): Promise<CreditDay[]> {
  return handle.many(listDue, [firstDay, organizationId])
}

interface CreditBasis extends Record<string, unknown> {
  generation: number
  controls_revision: number
  multipliers: Record<string, number> | null
}

const findBasis = query<CreditBasis>(
  'credits.find_basis',
  `select a.generation, o.controls_revision, r.settings -> 'modelMultipliers' as multipliers
   from analytics_days a join organizations o on o.id = a.organization_id
     left join control_revisions r on r.organization_id = o.id and r.revision = o.controls_revision
   where a.organization_id = $1 and a.day = $2`,
)

/** Everything besides its events on which the credits of a day depend. */
export function basis(handle: Handle, organizationId: string, day: string): Promise<CreditBasis> {
  return handle.get(findBasis, [organizationId, day])
}

interface Spent {
  /** As in a usage event: `e:<e-mail in lower case>` or `u:<user id>`. */
  readonly user: string
  readonly billableTokens: number
  readonly multiplier: number
}

// A user is the member with that e-mail or id, including removed members; other users have no credits. The numbers are
// exact decimals, rounded once for each user and day.
const replaceDay = query(
  'credits.replace_day',
  `with spent as (
     select * from unnest($3::text[], $4::bigint[], $5::numeric[]) as given (who, tokens, multiplier)),
   members as (
     select 'e:' || email_key as who, id from users where organization_id = $1
     union all
     select 'u:' || id, id from users where organization_id = $1
     union all
     select 'e:' || address, id from unnest($6::text[], $7::uuid[]) as further (address, id)),
   counted as (
     select m.id as user_id, least(round(sum(s.tokens * s.multiplier)), 9007199254740991)::bigint as credits
     from spent s
     join members m using (who)
     group by m.id),
   gone as (
     delete from credit_use
     where organization_id = $1 and day = $2 and not exists (select from counted c where c.user_id = credit_use.user_id))
   insert into credit_use (organization_id, user_id, day, credits)
   select $1, user_id, $2, credits from counted
   on conflict (organization_id, user_id, day) do update set credits = excluded.credits
     where credit_use.credits <> excluded.credits`,
)

/**
 * Unchanged rows are not written, which are nearly all when today is counted repeatedly. `owners` maps further
 * addresses to the id of their user.
 */
export function replace(
  handle: Handle,
  organizationId: string,
  day: string,
  spent: readonly Spent[],
  owners: ReadonlyMap<string, string>,
) {
  return handle.run(replaceDay, [
    organizationId,
    day,
    spent.map(({ user }) => user),
    spent.map(({ billableTokens }) => billableTokens),
    spent.map(({ multiplier }) => multiplier),
    [...owners.keys()],
    [...owners.values()],
  ])
}

const finishDay = query(
  'credits.finish_day',
  `insert into credit_days (organization_id, day, generation, controls_revision) values ($1, $2, $3, $4)
   on conflict (organization_id, day) do update
     set generation = excluded.generation, controls_revision = excluded.controls_revision
     where credit_days.generation <= excluded.generation
       and credit_days.controls_revision <= excluded.controls_revision`,
)

/** Locks the day until the transaction ends. Returns false if it was counted with a later basis. */
export async function finish(handle: Handle, organizationId: string, day: string, of: CreditBasis): Promise<boolean> {
  return (await handle.run(finishDay, [organizationId, day, of.generation, of.controls_revision])) === 1
}

const forgetUse = query('credits.forget_use', 'delete from credit_use where day < $1')
const forgetDays = query('credits.forget_days', 'delete from credit_days where day < $1')

/** Covers all organizations, for the service's own upkeep. */
export async function forgetBefore(handle: Handle, day: string): Promise<void> {
  await handle.run(forgetUse, [day])
  await handle.run(forgetDays, [day])
}
