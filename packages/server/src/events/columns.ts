import type { UsageEvent } from './usage-event.ts'

/** What a column holds. Each engine has its own type for each kind, and nothing else of the schema differs. */
export type ColumnKind = 'text' | 'id' | 'day' | 'number'

export interface Column {
  readonly name: string
  readonly kind: ColumnKind
}

interface EventColumn extends Column {
  readonly field: keyof UsageEvent
}

/** What an event says beside its id, in the order in which versions of an event are compared. */
export const eventColumns: readonly EventColumn[] = [
  { name: 'time_ms', kind: 'number', field: 'timeMs' },
  { name: 'user', kind: 'text', field: 'user' },
  { name: 'session', kind: 'text', field: 'session' },
  { name: 'client', kind: 'text', field: 'client' },
  { name: 'type', kind: 'text', field: 'type' },
  { name: 'name', kind: 'text', field: 'name' },
  { name: 'detail', kind: 'text', field: 'detail' },
  { name: 'extra', kind: 'text', field: 'extra' },
  { name: 'quantity', kind: 'number', field: 'quantity' },
  { name: 'input_tokens', kind: 'number', field: 'inputTokens' },
  { name: 'output_tokens', kind: 'number', field: 'outputTokens' },
  { name: 'cache_read_tokens', kind: 'number', field: 'cacheReadTokens' },
  { name: 'cache_write_tokens', kind: 'number', field: 'cacheWriteTokens' },
  { name: 'billable_tokens', kind: 'number', field: 'billableTokens' },
]

/** What an event is known by: `id_day` is the day within which its id is unique. */
export const identityColumns: readonly Column[] = [
  { name: 'organization', kind: 'text' },
  { name: 'id_day', kind: 'day' },
  { name: 'id', kind: 'id' },
]

/** The whole table. `day` is the day on which the event counts. */
export const columns: readonly Column[] = [...identityColumns, { name: 'day', kind: 'day' }, ...eventColumns]

export const tableName = 'usage_events'

/** Both engines take double quotes around names, and `user` is a word of the language in one of them. */
export function quote(name: string): string {
  return `"${name}"`
}

export function quoteAll(list: readonly { readonly name: string }[]): string {
  return list.map(({ name }) => quote(name)).join(', ')
}
