import type { EventDraft, Reading, Told } from '../draft.ts'

/** The fields that data quality reports of an event that was refused after it was read. */
export type Refused = Pick<EventDraft, 'agent' | 'type'>

type Tellable = Pick<Reading, 'told' | 'quarantined'> & Partial<Pick<Reading, 'rejected'>>

/** Adds events that were refused for one reason after the request was read. */
export function withRefused<T extends Tellable>(reading: T, refused: readonly Refused[], reason: string): T {
  const [first] = refused
  if (!first) return reading
  const byAgent = [...Map.groupBy(refused, ({ agent }) => agent)]
  const told = byAgent.map(([agent, { length }]): Told => ({ outcome: 'refused', agent, reason, count: length }))
  return {
    ...reading,
    told: [...reading.told, ...told],
    quarantined: [...reading.quarantined, { reason, what: `${first.agent} ${first.type}` }],
    ...(reading.rejected !== undefined && { rejected: reading.rejected + refused.length }),
  }
}
