/**
 * Writes a text as an SQL literal. DuckDB plans a statement with parameters twice: without their values, and with them.
 * The text must contain no NUL, like every text that Postgres can store.
 */
export function literal(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}
