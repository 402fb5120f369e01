import { bar, decimals, textTable, whole } from '../table.ts'
import type { GrowthPoint } from './growth.ts'

const lines = [
  ['ingest', ({ ingestMicroseconds }: GrowthPoint) => ingestMicroseconds],
  ['batch', ({ batchMicroseconds }: GrowthPoint) => batchMicroseconds],
] as const

/** CPU microseconds for each event as bars, for the terminal. */
export function growthText(points: readonly GrowthPoint[]): string {
  const most = Math.max(...points.flatMap((point) => lines.map(([, of]) => of(point))))
  const rows = lines.flatMap(([name, of]) =>
    points.map((point) => [name, whole(point.stored), decimals(of(point), 1), bar(of(point) / most, undefined, 40)]),
  )
  const columns = [
    { title: 'growth', align: 'left' },
    { title: 'events in the store', align: 'right' },
    { title: 'CPU µs/event', align: 'right' },
    { title: '', align: 'left' },
  ] as const
  return textTable(columns, rows)
}

/** The same for the documentation: a chart, and its numbers below. */
export function growthChart(points: readonly GrowthPoint[]): string {
  const most = Math.max(...points.flatMap((point) => lines.map(([, of]) => of(point))))
  const series = lines.map(([, of]) => `    line [${points.map((point) => decimals(of(point), 1)).join(', ')}]`)
  return [
    '```mermaid',
    'xychart-beta',
    '    title "CPU microseconds for an event: ingest (upper line), batch (lower line)"',
    `    x-axis "events in the store" [${points.map(({ stored }) => `"${whole(stored)}"`).join(', ')}]`,
    `    y-axis "µs" 0 --> ${Math.ceil(most * 1.2)}`,
    ...series,
    '```',
    '',
    '```text',
    growthText(points),
    '```',
  ].join('\n')
}
