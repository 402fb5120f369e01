/**
 * A text as a literal in a statement. DuckDB plans a statement with parameters twice: without their values, and with them.
 * The text must have no NUL, like every text that Postgres keeps too.
 */
export function literal(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}
