import { type Static, Type } from 'typebox'
import { Day } from './analytics.ts'
import { nullable } from './schema.ts'

/** What a part of the costs is about. */
const place = {
  team: Type.Optional(Type.String()),
  user: Type.Optional(Type.String()),
  repository: Type.Optional(Type.String()),
  model: Type.Optional(Type.String()),
  agent: Type.Optional(Type.String()),
}

export const SpendPlace = Type.Object(place)
export type SpendPlace = Static<typeof SpendPlace>

/** What rose or fell. `share` is its part of everything of its kind that rose or fell, between 0 and 1. */
export const SpendDriver = Type.Object({
  ...place,
  /** The name of the user, where the organization knows one. */
  userName: Type.Optional(Type.String()),
  change: Type.Number(),
  share: Type.Number(),
})
export type SpendDriver = Static<typeof SpendDriver>

/** A piece of a sentence; with what it is about, if it names something that has numbers of its own. */
export const SpendWords = Type.Object({
  text: Type.String(),
  about: Type.Optional(Type.Object({ ...place, day: Type.Optional(Day) })),
})
export type SpendWords = Static<typeof SpendWords>

/** A day beyond four times the usual spread of its weekday in the eight weeks before. */
export const UnusualDay = Type.Object({
  date: Day,
  cost: Type.Number(),
  /** The median of the same weekday. */
  usual: Type.Number(),
  /** What most of the difference is, if one thing is. */
  driver: nullable(SpendDriver),
})
export type UnusualDay = Static<typeof UnusualDay>

/** A month of costs, in dollars. What has no price is in no amount, and is counted in `unpricedTokens`. */
export const Spend = Type.Object({
  month: Type.String(),
  currency: Type.Literal('USD'),
  /** Up to now, today included. */
  spent: Type.Number(),
  /** What of it is of today, which is not over; null in an earlier month. */
  today: nullable(Type.Number()),
  /** What the whole month will cost, and a band as wide as four of five such forecasts of the last twelve weeks were off; null without enough of them. */
  forecast: nullable(Type.Object({ amount: Type.Number(), low: Type.Number(), high: Type.Number() })),
  /** The average of the workdays that are over; null without one. */
  perWorkday: nullable(Type.Number()),
  /** By how much the days that are over differ from the same days of the month before, weekday by weekday: 0.1 is a tenth more. */
  change: nullable(Type.Number()),
  unpricedTokens: Type.Number(),
  budgets: Type.Array(Type.Object({})),
  drivers: Type.Array(SpendDriver),
  sentences: Type.Array(Type.String()),
  /** The sentences again, in pieces. */
  words: Type.Array(Type.Array(SpendWords)),
  days: Type.Array(Type.Object({ date: Day, cost: Type.Number() })),
  unusualDays: Type.Array(UnusualDay),
})
export type Spend = Static<typeof Spend>
