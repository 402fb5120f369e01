import type { Output } from '../terminal/output.ts'
import type { Column } from '../terminal/table.ts'
import { usage } from './failure.ts'

/** The options of every list command. */
export const listOptions = {
  limit: { type: 'text', short: 'n', value: 'n', summary: 'How many to show (default: 20)' },
  all: { type: 'flag', summary: 'Show all of them' },
} as const

interface ListArgs {
  readonly limit: string | undefined
  readonly all: boolean
}

interface Listed<Row> {
  readonly rows: readonly Row[]
  /** The first row that is not shown, if any. */
  readonly following: Row | undefined
}

const largestPage = 100

/** Fetches the requested number of rows, and one more to know whether others follow. */
export async function fetchRows<Row>(
  args: ListArgs,
  items: (input: { limit: number }) => AsyncIterable<Row>,
): Promise<Listed<Row>> {
  const count = wantedCount(args)
  const rows: Row[] = []
  for await (const row of items({ limit: Math.min(largestPage, count + 1) })) {
    if (rows.length === count) return { rows, following: row }
    rows.push(row)
  }
  return { rows, following: undefined }
}

/** Shows a list, and a note if it is incomplete. */
export async function showList<Row>(
  out: Output,
  args: ListArgs,
  columns: readonly Column<Row>[],
  words: string,
  items: (input: { limit: number }) => AsyncIterable<Row>,
): Promise<void> {
  const { rows, following } = await fetchRows(args, items)
  out.table(rows, columns, `There are no ${words}.`)
  tellMore(out, rows.length, following !== undefined)
}

export function tellMore(out: Output, shown: number, hasMore: boolean): void {
  if (hasMore && !out.json) out.note(`Showing the first ${shown}. Use --limit N or --all for more.`)
}

export function wantedCount({ limit, all }: ListArgs): number {
  if (all && limit !== undefined) throw usage('Use either --limit or --all.')
  if (all) return Number.POSITIVE_INFINITY
  if (limit === undefined) return 20
  if (!/^[1-9]\d{0,8}$/.test(limit)) throw usage('--limit takes a whole number from 1 on.')
  return Number(limit)
}
