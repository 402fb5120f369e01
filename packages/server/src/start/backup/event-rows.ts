import { type ColumnKind, eventColumns } from '../../know/events/columns.ts'
import type { ExportBatch } from '../../know/events/export-batches.ts'
import type { UsageEvent } from '../../know/events/usage-event.ts'
import { BackupRefused, damaged } from './format.ts'

type Field = keyof UsageEvent
type Value = string | number | null

const kinds = new Map<Field, ColumnKind>([
  ['id', 'text'],
  ...eventColumns.map(({ field, kind }) => [field, kind] as const),
])

/** The values of fields that the backup lacks. */
const nothing: Partial<Record<ColumnKind, Value>> = { text: '', number: 0, measure: null }

const arrived = 'arrivedMs'

/** The stored fields of an event, and when the store received it, in the order of their values in a backup. */
export const eventFields: readonly string[] = [...kinds.keys(), arrived]

export interface EventRows {
  readonly organizationId: string
  readonly rows: readonly (readonly Value[])[]
}

export function toRows({ organizationId, events, arrivedMs }: ExportBatch): EventRows {
  const rowOf = (event: UsageEvent, index: number) => [
    ...[...kinds.keys()].map((field) => event[field]),
    arrivedMs[index] ?? 0,
  ]
  return { organizationId, rows: events.map(rowOf) }
}

/** Reads rows whose values are in the order of `fields`. A field that the backup lacks is empty. */
export function eventReader(fields: readonly string[]) {
  const unknown = fields.filter((field) => field !== arrived && !kinds.has(field as Field))
  if (unknown.length > 0) {
    throw new BackupRefused('A newer version of Muster made this backup: restore it with that version.')
  }
  const places = [...kinds].map(([field, kind]) => [field, kind, fields.indexOf(field)] as const)
  const arrivedAt = fields.indexOf(arrived)
  return (row: readonly Value[]): { readonly event: UsageEvent; readonly arrivedMs: number } => {
    const event: Record<string, Value> = {}
    for (const [field, kind, place] of places) {
      const value = row[place] ?? nothing[kind] ?? null
      const isRight = typeof value === (kind === 'text' ? 'string' : 'number') || (kind === 'measure' && value === null)
      if (!isRight) throw new BackupRefused(damaged)
      event[field] = value
    }
    return { event: event as unknown as UsageEvent, arrivedMs: Number(row[arrivedAt] ?? 0) }
  }
}
