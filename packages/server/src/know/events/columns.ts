import type { UsageEvent } from './usage-event.ts'

/**
 * The kind of a column's values. Each engine has its own type for each kind; nothing else of the schema differs. A
 * `number` is always present; a `measure` is null if it was not reported.
 */
export type ColumnKind = 'text' | 'id' | 'day' | 'number' | 'measure'

export interface Column {
  readonly name: string
  readonly kind: ColumnKind
  /** The version of the schema that added the column. */
  readonly since: number
}

export interface EventColumn extends Column {
  readonly field: EventField
}

type EventField = Exclude<keyof UsageEvent, 'id'>
type KindOf<Field extends EventField> = UsageEvent[Field] extends string
  ? 'text'
  : null extends UsageEvent[Field]
    ? 'measure'
    : 'number'

/**
 * The fields of an event besides its id, in the order in which versions are compared. This is the only list of them:
 * tables, inserts, answers, facts and backups are derived from it. Add a new field at the end, with the next version;
 * stores without its column get it when they are opened.
 */
const fields: { readonly [Field in EventField]: readonly [name: string, kind: KindOf<Field>, since: number] } = {
  timeMs: ['time_ms', 'number', 1],
  user: ['user', 'text', 1],
  session: ['session', 'text', 1],
  client: ['client', 'text', 1],
  type: ['type', 'text', 1],
  name: ['name', 'text', 1],
  detail: ['detail', 'text', 1],
  extra: ['extra', 'text', 1],
  quantity: ['quantity', 'number', 1],
  inputTokens: ['input_tokens', 'number', 1],
  outputTokens: ['output_tokens', 'number', 1],
  cacheReadTokens: ['cache_read_tokens', 'number', 1],
  cacheWriteTokens: ['cache_write_tokens', 'number', 1],
  billableTokens: ['billable_tokens', 'number', 1],
  agent: ['agent', 'text', 2],
  agentVersion: ['agent_version', 'text', 2],
  repository: ['repository', 'text', 2],
  branch: ['branch', 'text', 2],
  team: ['team', 'text', 2],
  rawName: ['raw_name', 'text', 2],
  outcome: ['outcome', 'text', 2],
  errorKind: ['error_kind', 'text', 2],
  decision: ['decision', 'text', 2],
  decidedBy: ['decided_by', 'text', 2],
  currency: ['currency', 'text', 2],
  cost: ['cost', 'measure', 2],
  linesAdded: ['lines_added', 'measure', 2],
  linesRemoved: ['lines_removed', 'measure', 2],
  durationMs: ['duration_ms', 'measure', 2],
  cacheWriteHourTokens: ['cache_write_hour_tokens', 'measure', 4],
  total: ['total', 'text', 5],
}

export const eventColumns: readonly EventColumn[] = Object.entries(fields).map(([field, [name, kind, since]]) => ({
  field: field as EventField,
  name,
  kind,
  since,
}))

/** The columns that identify an event. Its id is unique within `id_day`. */
export const identityColumns: readonly Column[] = [
  { name: 'organization', kind: 'text', since: 1 },
  { name: 'id_day', kind: 'day', since: 1 },
  { name: 'id', kind: 'id', since: 1 },
]

/**
 * When the store received the event, in Unix milliseconds; it increases with each write. 0 for events of earlier
 * versions.
 */
const arrived: Column = { name: 'arrived', kind: 'number', since: 5 }

/** All columns of the table. The event counts on `day`. */
export const columns: readonly Column[] = [
  ...identityColumns,
  { name: 'day', kind: 'day', since: 1 },
  ...eventColumns,
  arrived,
]

/** Version 3 added no column; it changed the type of ids in DuckDB. */
export const schemaVersion = Math.max(...columns.map(({ since }) => since))

export const tableName = 'usage_events'

/** Both engines accept double quotes around names, and `user` is a keyword in one of them. */
export function quote(name: string): string {
  return `"${name}"`
}

export function quoteAll(list: readonly { readonly name: string }[]): string {
  return list.map(({ name }) => quote(name)).join(', ')
}
