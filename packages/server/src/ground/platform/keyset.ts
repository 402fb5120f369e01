import { isUuid } from './ids.ts'

/** The order of a list: the type of its positions, and the position before the first row. */
export interface Keyset<Position extends readonly (string | number)[]> {
  readonly start: Position
  /** Validates the position in a cursor. Any other value would cause an error in the database. */
  isPosition(values: readonly unknown[]): values is Position
}

export type TimeAndId = readonly [time: number, id: string]
export type Count = readonly [count: number]

const isTime = (value: unknown) => Number.isSafeInteger(value)
/** The largest value of an `integer` column. */
const maxInteger = 2 ** 31 - 1

export const newestFirst: Keyset<TimeAndId> = {
  start: [Number.MAX_SAFE_INTEGER, 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  isPosition: isTimeAndUuid,
}

export const oldestFirst: Keyset<TimeAndId> = {
  start: [-1, '00000000-0000-0000-0000-000000000000'],
  isPosition: isTimeAndUuid,
}

/** For ids that are not UUIDs. */
export const newestFirstByText: Keyset<TimeAndId> = {
  start: [Number.MAX_SAFE_INTEGER, '\u{10ffff}'],
  isPosition: (values): values is TimeAndId => isTime(values[0]) && typeof values[1] === 'string',
}

/** For a `bigint` column. */
export const highestBigintFirst: Keyset<Count> = {
  start: [Number.MAX_SAFE_INTEGER],
  isPosition: (values): values is Count => Number.isSafeInteger(values[0]),
}

export const highestFirst: Keyset<Count> = { start: [maxInteger], isPosition: isInteger }

export const lowestFirst: Keyset<Count> = { start: [0], isPosition: isInteger }

function isTimeAndUuid(values: readonly unknown[]): values is TimeAndId {
  const [time, id] = values
  return isTime(time) && typeof id === 'string' && isUuid(id)
}

function isInteger(values: readonly unknown[]): values is Count {
  const [value] = values
  return Number.isInteger(value) && Math.abs(Number(value)) <= maxInteger
}
