import type { DuckDBBlobVector, DuckDBDataChunk, DuckDBResult, DuckDBValue } from '@duckdb/node-api'
import { quote } from '../columns.ts'
import { eventSelection, type Row } from '../queries.ts'

/** The select list of events. */
export const selection = eventSelection(`${quote('id')}::blob`)

/** A row that may also have columns of bytes. */
export interface DuckDbRow extends Row {
  bytes(column: number): Uint8Array
}

/** Reads an answer in pieces of at most 2,048 rows, so that the event loop runs in between. */
export async function* readRows<T>(result: DuckDBResult, toValue: (row: DuckDbRow) => T): AsyncGenerator<T[]> {
  for (;;) {
    const chunk = await result.fetchChunk()
    if (chunk === null || chunk.rowCount === 0) return
    yield rowsOf(chunk, toValue)
  }
}

function rowsOf<T>(chunk: DuckDBDataChunk, toValue: (row: DuckDbRow) => T): T[] {
  const vectors = Array.from({ length: chunk.columnCount }, (_, column) => chunk.getColumnVector(column))
  let index = 0
  const value = (column: number): DuckDBValue | undefined => vectors[column]?.getItem(index)
  const row: DuckDbRow = {
    text: (column) => value(column) as string,
    number: (column) => value(column) as number,
    // `getItem` would copy the bytes once more.
    bytes: (column) => (vectors[column] as DuckDBBlobVector).getItemBytes(index) as Uint8Array,
  }
  const values: T[] = []
  for (const count = chunk.rowCount; index < count; index++) values.push(toValue(row))
  return values
}
