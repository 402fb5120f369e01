import { AdoptionRow } from '@muster/contract/adoption'
import * as rows from '@muster/contract/analytics'
import { AnalyticsDefinitions } from '@muster/contract/analytics-definitions'
import { CostsByUserRow, CostsGroupRow, CostsRow } from '@muster/contract/costs'
import { WorkGroupRow, WorkRow } from '@muster/contract/work'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { definitions } from './definitions.ts'
import { definitionsPage } from './definitions-page.ts'

const rowsOf: Readonly<Record<string, TSchema>> = {
  '/api/v1/analytics/tokens': rows.TokensRow,
  '/api/v1/analytics/tokens?group_by=model': rows.TokensByModelRow,
  '/api/v1/analytics/tools': rows.ToolsRow,
  '/api/v1/analytics/tools?group_by=tool_name': rows.ToolsByNameRow,
  '/api/v1/analytics/activity': rows.ActivityRow,
  '/api/v1/analytics/activity?group_by=client': rows.ActivityByClientRow,
  '/api/v1/analytics/productivity': rows.ProductivityRow,
  '/api/v1/analytics/users': rows.UserRow,
  '/api/v0/analytics/costs': CostsRow,
  '/api/v0/analytics/costs?group_by=model': CostsGroupRow,
  '/api/v0/analytics/costs?group_by=user': CostsByUserRow,
  '/api/v0/analytics/costs?group_by=team': CostsGroupRow,
  '/api/v0/analytics/costs?group_by=agent': CostsGroupRow,
  '/api/v0/analytics/costs?group_by=repository': CostsGroupRow,
  '/api/v0/analytics/work': WorkRow,
  '/api/v0/analytics/work?group_by=agent': WorkGroupRow,
  '/api/v0/analytics/work?group_by=team': WorkGroupRow,
  '/api/v0/analytics/work?group_by=repository': WorkGroupRow,
  '/api/v0/analytics/work?group_by=tool': WorkGroupRow,
  '/api/v0/analytics/adoption': AdoptionRow,
}

describe('the definitions', () => {
  it('have every field of every row exactly once, in the order of the row', () => {
    const expected = Object.entries(rowsOf).flatMap(([path, row]) =>
      fieldsOf(row, '').map((field) => `${path} ${field}`),
    )
    expect(definitions.definitions.map(({ endpoint, field }) => `${endpoint} ${field}`)).toEqual(expected)
  })

  it('are what the endpoint answers with', () => {
    expect([...Value.Errors(AnalyticsDefinitions, definitions)]).toEqual([])
  })

  it('are sentences', () => {
    const texts = [...definitions.terms, ...definitions.definitions].map(({ definition }) => definition)
    for (const text of texts) expect(text).toMatch(/^[\p{Lu}\d`].*\.$/u)
  })
})

it('is the committed docs/analytics.md; `npx vitest run packages/server/src/know/analytics/definitions-page.test.ts -u` writes it anew', async () => {
  await expect(definitionsPage(definitions)).toMatchFileSnapshot('../../../../../docs/analytics.md')
})

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly items?: TSchema
}

/** Objects and lists count as fields, before their own fields. */
function fieldsOf(schema: TSchema, path: string): string[] {
  const { properties = {}, items } = schema as ObjectSchema
  if (items) return fieldsOf(items, `${path}[]`)
  return Object.entries(properties).flatMap(([name, property]) => {
    const own = path === '' ? name : `${path}.${name}`
    return [own, ...fieldsOf(property, own)]
  })
}
