import type { UserRow } from '@muster/contract/analytics'
import type { OwnMonth, OwnUsage } from '@muster/contract/own-usage'
import { createPriceList, promptBounds } from '@muster/contract/prices/price-list'
import { addressesOf } from '../../govern/people/address-owners.ts'
import { peopleOf } from '../../govern/people/people.ts'
import type { Database } from '../../ground/database/database.ts'
import type { Clock } from '../../ground/platform/clock.ts'
import { dayOf } from '../../ground/platform/days.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import type { EventStore } from '../events/event-store.ts'
import { factReader, workFactReader } from '../events/facts.ts'
import * as costs from './cost-repository.ts'
import { type DayRange, parseRange } from './dates.ts'
import { computeDay } from './day-rows.ts'
import * as documents from './document-repository.ts'
import { userRowOf } from './documents.ts'
import * as repository from './repository.ts'
import { dollars, plusReported } from './work/cost-sums.ts'
import { createWorkTally } from './work/work-tally.ts'

interface OwnUsageOptions {
  readonly database: Database
  readonly events: EventStore
  readonly clock: Clock
}

/** A person's own usage: stored numbers of past days, and today's numbers as of now. */
export type OwnDays = Omit<OwnUsage, 'month'> & {
  readonly money: Omit<OwnMonth, 'month' | 'credits_used' | 'credit_limit'>
}

export function createOwnUsage({ database, events, clock }: OwnUsageOptions) {
  /** Reads only the person's events of today, so it is as fast in a large organization. */
  async function today({ organizationId, userId, email }: Principal, day: string) {
    const emails = await addressesOf(database, organizationId, userId)
    const member = { id: userId, email, email_key: email.toLowerCase(), emails, team: null }
    const users = [`u:${userId}`, ...[member.email_key, ...emails].map((address) => `e:${address}`)]
    const people = peopleOf([member])
    const facts = await gathered(events.facts(organizationId, day, { users }), factReader)
    const row = computeDay({ day, facts, people }).users.find(({ user_id }) => user_id === userId)
    const own = await costs.prices(database, organizationId)
    const bounds = promptBounds(own)
    // In a separate query, as the batch does it: an estimate is rounded for each fact, so other facts would give
    // another sum.
    const asked = { users, promptBounds: bounds, apart: 'money' } as const
    const money = await gathered(events.workFacts(organizationId, day, asked), workFactReader)
    const tally = createWorkTally({ day, members: [member], prices: createPriceList(own) })
    for (const fact of money) tally.add(fact)
    return { row, money: tally.finishMoney().costsOfUsers.get(userId) }
  }

  /** Without dates, the range is this month up to now. */
  return async (principal: Principal, query: Partial<DayRange>): Promise<OwnDays> => {
    const { organizationId, userId } = principal
    const now = clock.now()
    const current = dayOf(now)
    const monthStart = `${current.slice(0, 7)}-01`
    const given = { startDate: query.startDate ?? monthStart, endDate: query.endDate ?? current }
    const range = parseRange(given, now, 'today')
    const [stored, pending, before, ofToday] = await Promise.all([
      documents.userDays(database, organizationId, [userId], range.startDate, range.endDate),
      repository.pendingOf(database, organizationId, current),
      costs.userCosts(database, organizationId, userId, monthStart, current),
      today(principal, current),
    ])
    const waiting = new Set(pending.map(({ day }) => day))
    const rows = stored.map((row) => JSON.parse(userRowOf(row)) as UserRow)
    const data = rows.map((row) => ({ ...row, provisional: waiting.has(row.date) }))
    if (range.endDate === current && ofToday.row) data.push({ ...ofToday.row, provisional: true })
    const reported = plusReported(before.reported, ofToday.money?.reported ?? null)
    const estimated = plusReported(before.estimated, ofToday.money?.estimated ?? null)
    return {
      data,
      money: {
        currency: 'USD',
        cost: dollars(plusReported(reported, estimated)),
        reported_cost: dollars(reported),
        estimated_cost: dollars(estimated),
        unpriced_tokens: before.unpriced_tokens + (ofToday.money?.unpricedTokens ?? 0),
      },
      meta: { org_id: organizationId, user_id: userId, start_date: range.startDate, end_date: range.endDate },
    }
  }
}

async function gathered<Format, Fact>(
  { format, pieces }: { readonly format: Format; readonly pieces: AsyncIterable<Uint8Array> },
  readerOf: (format: Format) => (piece: Uint8Array) => Iterable<Fact>,
): Promise<Fact[]> {
  const read = readerOf(format)
  const facts: Fact[] = []
  for await (const piece of pieces) for (const fact of read(piece)) facts.push(fact)
  return facts
}
