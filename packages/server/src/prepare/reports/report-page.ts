import type { Database } from '../../ground/database/database.ts'
import * as repository from './repository.ts'
import { toWireText } from './to-wire.ts'

/** A page of the list, as text. */
export interface ReportsPage {
  readonly json: AsyncIterable<string>
  /** The approximate length of the text. */
  readonly bytes: number
  /** The last report of the page, if others follow it. */
  readonly next: string | undefined
}

/** A page ends before it exceeds this length, but contains at least one report. */
const pageBytes = 8 * 1024 * 1024

/** How much is read from the database at a time; the rest is read when the caller has taken it. */
const portionBytes = 512 * 1024

/** `found` contains one more than `limit` if others follow. */
export function toReportsPage(
  database: Database,
  organizationId: string,
  found: readonly repository.ReportPosition[],
  limit: number,
): ReportsPage {
  let bytes = 0
  const shown = found.slice(0, limit).filter(({ bytes: own }, index) => {
    bytes += own
    return index === 0 || bytes <= pageBytes
  })
  return {
    json: textOf(database, organizationId, shown),
    bytes: Math.min(bytes, pageBytes),
    next: found.length > shown.length ? shown.at(-1)?.id : undefined,
  }
}

async function* textOf(
  database: Database,
  organizationId: string,
  shown: readonly repository.ReportPosition[],
): AsyncGenerator<string> {
  let separator = '{"reports":['
  for (const ids of portions(shown)) {
    for (const row of await repository.texts(database, organizationId, ids)) {
      yield separator + toWireText(row)
      separator = ','
    }
  }
  yield separator === ',' ? ']}' : `${separator}]}`
}

function* portions(shown: readonly repository.ReportPosition[]): Generator<string[]> {
  let ids: string[] = []
  let bytes = 0
  for (const report of shown) {
    if (ids.length > 0 && bytes + report.bytes > portionBytes) {
      yield ids
      ids = []
      bytes = 0
    }
    ids.push(report.id)
    bytes += report.bytes
  }
  if (ids.length > 0) yield ids
}
