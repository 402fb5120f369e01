import type { Column, ColumnKind } from '../columns.ts'

const types: Record<ColumnKind, string> = {
  text: 'String',
  id: 'FixedString(16)',
  day: 'Date',
  number: 'UInt64',
  measure: 'Nullable(UInt64)',
}

/** Column definitions for a statement. The names are fixed in the code and need no quotes. */
export function definitions(columns: readonly Column[]): string {
  return columns.map(({ name, kind }) => `${name} ${types[kind]}`).join(', ')
}
