import { UserRow } from '@muster/contract/analytics'
import type { Handle } from '../../ground/database/database.ts'
import { addDays } from '../../ground/platform/days.ts'
import { adoptionRow } from './adoption-row.ts'
import type { DayRange } from './dates.ts'
import * as repository from './document-repository.ts'
import { fillRow } from './fill-row.ts'
import { memberships } from './membership-repository.ts'
import { rowSchemas } from './row-schemas.ts'
import { rowsVersion } from './rows-version.ts'
import { type ZeroRows, zeroRows } from './zero-rows.ts'

/** A piece of an answer: rows as JSON, separated by commas. */
export interface Piece {
  readonly text: string
  /** True if it continues the previous piece within a row. */
  readonly isRest: boolean
}

/**
 * A range is read in growing steps until a step has about this size, so that memory use does not depend on the range.
 */
const stepCharacters = 1_000_000
const maxStepDays = 64

/** The document of a kind for a day without any activity. Grouped rows exist only for what occurred. */
const zeroOf: Partial<Record<repository.DocumentKind, keyof ZeroRows>> = {
  tokens: 'tokens',
  tools: 'tools',
  activity: 'activity',
  productivity: 'productivity',
  costs: 'costs',
  work: 'work',
}

/** The rows of every day of the range, in order. */
export async function* dayDocuments(
  handle: Handle,
  organizationId: string,
  kind: repository.DocumentKind,
  { startDate, endDate }: DayRange,
): AsyncGenerator<Piece> {
  const textOfQuietDay = quietDays(handle, organizationId, kind)
  let stepDays = 1
  for (let from = startDate; from <= endDate; ) {
    const lastOfStep = addDays(from, stepDays - 1)
    const to = lastOfStep < endDate ? lastOfStep : endDate
    const parts = Map.groupBy(await repository.documentParts(handle, organizationId, kind, from, to), ({ day }) => day)
    let characters = 0
    for (let day = from; day <= to; day = addDays(day, 1)) {
      const texts = textsOf(kind, parts.get(day)) ?? [await textOfQuietDay(day)]
      for (const [index, text] of texts.entries()) {
        characters += text.length
        if (text !== '') yield { text, isRest: index > 0 }
      }
    }
    if (characters < stepCharacters / 2) stepDays = Math.min(stepDays * 2, maxStepDays)
    else if (characters > stepCharacters) stepDays = Math.max(1, Math.floor(stepDays / 2))
    from = addDays(to, 1)
  }
}

/** Returns the parts of a document. Rows of an earlier version get the fields that they lack. */
function textsOf(kind: repository.DocumentKind, parts: readonly repository.StoredPart[] | undefined) {
  const texts = parts?.map(({ body }) => body)
  if (!texts || parts?.[0]?.rows_version === rowsVersion) return texts
  const rows = JSON.parse(`[${texts.join('')}]`) as unknown[]
  return [rows.map((row) => JSON.stringify(fillRow(rowSchemas[kind], row))).join(',')]
}

/** Rows of days without a document. Members are counted on those days too. */
function quietDays(handle: Handle, organizationId: string, kind: repository.DocumentKind) {
  let people: ReturnType<typeof memberships> | undefined
  return async (day: string): Promise<string> => {
    const zero = zeroOf[kind]
    if (zero !== undefined) return JSON.stringify(zeroRows(day)[zero])
    if (kind !== 'adoption') return ''
    people ??= memberships(handle, organizationId)
    return JSON.stringify(adoptionRow({ day, window: [], memberships: await people, firstDays: new Map() }))
  }
}

/** How many users are read at a time: with a year of days each, about a megabyte. */
export const usersAtATime = 5

/** The rows of these users, by user and then by day. */
export async function* userDocuments(
  handle: Handle,
  organizationId: string,
  userIds: readonly string[],
  { startDate, endDate }: DayRange,
): AsyncGenerator<Piece> {
  for (let start = 0; start < userIds.length; start += usersAtATime) {
    const some = userIds.slice(start, start + usersAtATime)
    const rows = await repository.userDays(handle, organizationId, some, startDate, endDate)
    if (rows.length > 0) yield { text: rows.map(userRowOf).join(','), isRest: false }
  }
}

/** The row of a user and a day. A row of an earlier version gets the fields that it lacks. */
export function userRowOf({ body, rows_version }: repository.StoredUserDay): string {
  return rows_version === rowsVersion ? body : JSON.stringify(fillRow(UserRow, JSON.parse(body)))
}
