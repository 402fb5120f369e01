import type pg from 'pg'

export type Row = Record<string, unknown>

/** A statement with a constant text. It is parsed and planned once per connection, under its name. */
export interface Query<R extends Row = Row> {
  readonly name: string
  readonly text: string
  /** Only for the type checker: the type of a row. */
  readonly row?: R
}

const registered = new Map<string, Query>()

/**
 * Defines a statement. `name` is unique in the service, so that statistics of Postgres and our own errors can name it,
 * and so that a test can prepare every statement against the schema.
 */
export function query<R extends Row = Row>(name: string, text: string): Query<R> {
  if (registered.has(name)) throw new Error(`Two queries are called ${name}.`)
  const definition: Query<R> = { name, text }
  registered.set(name, definition)
  return definition
}

export function allQueries(): readonly Query[] {
  return [...registered.values()]
}

export function runQuery<R extends Row>(
  client: pg.ClientBase,
  { name, text }: Query<R>,
  values: readonly unknown[],
): Promise<pg.QueryResult<R>> {
  return client.query<R>({ name, text, values: values as unknown[] })
}
