import { agents } from '@muster/contract/agents'
import type { History } from '@muster/history/read-history'
import { type Grouped, type Grouping, groupCells, isSpan } from '@muster/history/summary/group'
import { skippedNotes } from '@muster/history/summary/notes'
import type { TokenSums } from '@muster/history/summary/tally'
import { bar } from '../terminal/bar.ts'
import type { Output } from '../terminal/output.ts'
import { shortPath } from '../terminal/short-path.ts'
import { type Column, renderTable } from '../terminal/table.ts'
import { heightOf } from '../terminal/width.ts'
import { dollars, money, shortCount, spent } from './amounts.ts'
import type { UsageRead } from './read-usage.ts'
import { type Standing, standingOf } from './standing.ts'

interface Line {
  readonly name: string
  readonly day?: string
  readonly folder?: string
  readonly sums: TokenSums
  readonly share: number
}

const barWidth = 12

/**
 * The page for people: a table with bars, totals, the current standing, and notes. If it is higher than the terminal,
 * the least interesting rows are left out: the oldest, or the cheapest.
 */
export function usageText(
  read: UsageRead,
  grouping: Grouping,
  out: Output,
  nowMs: number,
  height = Number.POSITIVE_INFINITY,
): string {
  const { usage, cells, allCells } = read
  const groups = groupCells(cells, grouping)
  const most = Math.max(...groups.map(weight))
  const lines = groups.map(
    (group): Line => ({
      name: nameOf(group, grouping, usage.timezone),
      day: group.day,
      folder: shortPath(group.folder),
      sums: group.tally.sums,
      share: most > 0 ? weight(group) / most : 0,
    }),
  )
  const total: Line = { name: 'TOTAL', sums: usage.totals, share: 0 }
  const below = ['', ...standingLines(standingOf(allCells, usage.timezone, nowMs), usage.timezone), ...hints(read, out)]
  // The header and the total are rows of the table too.
  const room = height - 2 - heightOf(below, out.width)
  const shown = lines.length <= room ? lines : fewer(lines, grouping, Math.max(1, room - 1))
  const left = lines.length - shown.length
  const table = renderTable([...shown, total], columnsOf(grouping, out.isPerson), {
    isPerson: out.isPerson,
    nowMs,
    // In a pipe, nothing is truncated.
    width: out.isPerson ? out.width : undefined,
    paint: out.paint,
  })
  const more = left > 0 ? [out.paint(`${left} more rows: make the window higher, or leave --live out.`, 'dim')] : []
  return [table, ...more, ...below].join('\n')
}

function fewer(lines: readonly Line[], grouping: Grouping, count: number): readonly Line[] {
  return isSpan(grouping) ? lines.slice(-count) : lines.slice(0, count)
}

function columnsOf(grouping: Grouping, isPerson: boolean): readonly Column<Line>[] {
  const amount = (header: string, value: (sums: TokenSums) => number): Column<Line> => ({
    header,
    value: ({ sums }) => (isPerson ? shortCount(value(sums)) : value(sums)),
    align: 'right',
    whole: true,
  })
  // An id alone does not identify a session to a person.
  const about: readonly Column<Line>[] = [
    { header: 'DAY', value: ({ day }) => day, whole: true, empty: '' },
    { header: 'FOLDER', value: ({ folder }) => folder, least: 12, empty: '' },
  ]
  return [
    {
      header: grouping.toUpperCase(),
      value: ({ name }) => name,
      least: grouping === 'project' ? 20 : 36,
      color: colorOf,
    },
    ...(grouping === 'session' ? about : []),
    amount('CALLS', ({ calls }) => calls),
    amount('INPUT', ({ inputTokens }) => inputTokens),
    { ...amount('CACHE W', ({ cacheWriteTokens }) => cacheWriteTokens), dropOrder: 2 },
    amount('CACHE R', ({ cacheReadTokens }) => cacheReadTokens),
    amount('OUTPUT', ({ outputTokens }) => outputTokens),
    { header: 'COST', value: ({ sums }) => money(sums.cost, isPerson), align: 'right', whole: true, color: colorOf },
    {
      header: '',
      value: ({ name, share }) => (name === 'TOTAL' ? '' : bar(share, barWidth)),
      whole: true,
      color: () => 'cyan',
      empty: '',
      dropOrder: 1,
    },
  ]
}

function colorOf({ name }: Line) {
  return name === 'TOTAL' ? ('bold' as const) : undefined
}

/** By cost if there is one, otherwise by tokens. */
function weight({ tally }: Grouped): number {
  return tally.purse.money?.amount ?? (tally.input + tally.output + tally.cacheWrite) / 1e9
}

function nameOf({ name }: Grouped, grouping: Grouping, timezone: string): string {
  if (grouping === 'project') return shortPath(name)
  if (grouping !== 'block') return name
  return new Date(name).toLocaleString('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' })
}

function standingLines({ today, month, block }: Standing, timezone: string): string[] {
  const parts = [`Today ${spent(today)}`, `this month ${spent(month)}`]
  if (!block) return [parts.join(' · ')]
  const ends = new Date(block.endsMs).toLocaleTimeString('sv-SE', { timeZone: timezone, timeStyle: 'short' })
  const rate = `${dollars(block.dollarsPerHour)} an hour`
  return [
    parts.join(' · '),
    `Block of five hours until ${ends}: ${money(block.tally.purse.money)} so far, ${rate}, ~${dollars(block.projected)} at its end`,
  ]
}

function hints({ usage, histories }: UsageRead, out: Output): string[] {
  const { cost } = usage.totals
  const lines = [...usage.notes]
  if (cost?.pricesOf) {
    lines.push(`~ is estimated by list prices, the newest of ${cost.pricesOf}; subscriptions differ.`)
  }
  const found = histories.filter(({ files }) => files > 0)
  const titlesOf = (some: readonly History[]) => some.map(({ agent }) => agents[agent.agent].title).join(', ')
  const unread = found.filter(isPassedOver)
  const known = found.filter((each) => !isPassedOver(each))
  const parts = [`Times are in ${usage.timezone}.`]
  if (unread.length > 0) parts.unshift(`Not read: ${titlesOf(unread)}, as said above.`)
  if (known.length > 0) parts.unshift(`Read: ${titlesOf(known)}.`)
  lines.push(parts.join(' '))
  return lines.map((line) => out.paint(line, 'dim'))
}

/** Whether an agent has no records because all its files were skipped. */
function isPassedOver({ ledger }: History): boolean {
  return ledger.skippedFiles.length > 0 && ledger.records === 0
}

/** Shown if nothing was found: what was searched, where, and what could not be read. */
export function nothingText({ histories }: Pick<UsageRead, 'histories'>): string {
  const titleOf = ({ agent }: History) => agents[agent.agent].title
  const width = Math.max(...histories.map((history) => titleOf(history).length))
  const places = histories.map(
    (history) => `  ${titleOf(history).padEnd(width)}  ${history.roots.map((root) => shortPath(root)).join(', ')}`,
  )
  const unread = skippedNotes(histories)
  return [
    unread.length > 0
      ? 'No history that can be read was found. These places were looked at:'
      : 'No agent has left a history here yet. These places were looked at:',
    '',
    ...places,
    '',
    ...(unread.length > 0 ? [...unread, ''] : []),
    'Use one of these agents and come back, or name another home with --home DIR.',
  ].join('\n')
}
