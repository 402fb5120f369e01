import type { FieldDefinition } from '@muster/contract/analytics-definitions'

const prefix = '/api/v1/analytics'
export const extensionPrefix = '/api/v0/analytics'

/** The field, its title, and its meaning. */
export function describe(
  path: string,
  fields: Readonly<Record<string, readonly [string, string]>>,
  under = prefix,
): FieldDefinition[] {
  return Object.entries(fields).map(([field, [name, definition]]) => ({
    name,
    endpoint: `${under}${path}`,
    field,
    definition,
  }))
}

/** The first field of every row. */
export const date = ['Date', 'The day that the row is about, in UTC.'] as const
