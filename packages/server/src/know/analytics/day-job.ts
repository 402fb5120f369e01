import { hash } from 'node:crypto'
import { type Member, peopleOf } from '../../govern/people/people.ts'
import { timesOf } from '../../ground/platform/days.ts'
import type { Job } from '../../ground/platform/job.ts'
import { type FactFormat, factReader, type HistoryPieces, readHistory } from '../events/facts.ts'
import type { SessionHistory } from '../events/session-history.ts'
import { isSaturated, rowsOf } from './day-rows.ts'
import { createTally } from './day-tally.ts'
import type { DocumentKind } from './document-repository.ts'
import type { KeptActivity } from './kept-activity.ts'
import { partsOf } from './parts.ts'

export interface DayJobInput {
  readonly day: string
  readonly members: readonly Member[]
  readonly format: FactFormat
  readonly history: HistoryPieces
}

export interface DocumentPart {
  readonly day: string
  readonly kind: DocumentKind
  readonly part: number
  readonly text: string
}

interface UserDay {
  readonly userId: string
  readonly body: string
}

/** Rows of a day, about as many as are stored at a time; `whole` comes last. */
type DayOutput =
  | { readonly documents: readonly DocumentPart[] }
  | { readonly users: readonly UserDay[] }
  | { readonly whole: DayWhole }

/** The totals of the day. */
export interface DayWhole {
  readonly activity: string
  readonly isSaturated: boolean
  /** A digest of the session starts of the day, independent of their order. */
  readonly startsDigest: string
}

const charactersAtOnce = 256 * 1024

/** Adds up the facts of a day and yields its rows as texts. */
export function dayJob({ day, members, format, ...input }: DayJobInput): Job<Uint8Array, DayOutput> {
  const read = factReader(format)
  const history = readHistory(input.history)
  const tally = createTally(peopleOf(members), day, history)
  return {
    take(piece) {
      for (const fact of read(piece)) tally.add(fact)
    },
    *finish() {
      const rows = rowsOf(day, tally.finish())
      const bodies: [kind: DocumentKind, body: string][] = [
        ['tokens', JSON.stringify(rows.tokens)],
        ['tokens_by_model', joined(rows.tokensByModel)],
        ['tools', JSON.stringify(rows.tools)],
        ['tools_by_name', joined(rows.toolsByName)],
        ['productivity', JSON.stringify(rows.productivity)],
      ]
      const documents = bodies.flatMap(([kind, body]) => partsOf(body).map((text, part) => ({ day, kind, part, text })))
      for (const some of inGroups(documents, ({ text }) => text.length)) yield { documents: some }
      const users = rows.users.map((row) => ({ userId: row.user_id, body: JSON.stringify(row) }))
      for (const some of inGroups(users, ({ body }) => body.length)) yield { users: some }
      const activity: KeptActivity = { active: rows.active, counts: rows.counts }
      yield {
        whole: {
          activity: JSON.stringify(activity),
          isSaturated: isSaturated(rows),
          startsDigest: digestOf(history, day),
        },
      }
    },
  }
}

function digestOf({ starts }: SessionHistory, day: string): string {
  const isOfDay = timesOf(day)
  const own = starts.filter(({ timeMs }) => isOfDay(timeMs)).map((start) => JSON.stringify(start))
  return hash('sha256', own.sort().join('\n'), 'base64url')
}

/** Joins grouped rows into the inside of a JSON array, without its brackets. */
export function joined(rows: readonly object[]): string {
  return rows.map((row) => JSON.stringify(row)).join(',')
}

/** Splits items into groups that end once they are large enough. */
export function* inGroups<T>(items: readonly T[], sizeOf: (item: T) => number): Generator<T[]> {
  let group: T[] = []
  let size = 0
  for (const item of items) {
    group.push(item)
    size += sizeOf(item)
    if (size < charactersAtOnce) continue
    yield group
    group = []
    size = 0
  }
  if (group.length > 0) yield group
}
