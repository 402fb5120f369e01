import { type Static, Type } from 'typebox'
import { Day } from '../analytics.ts'
import { ModelPrice } from './price.ts'
import { priceReferences, shippedPrices, shippedPricesOf } from './shipped-prices.ts'

/** All prices for estimates, those of the organization first. */
export const PriceTable = Type.Object({
  currency: Type.Literal('USD'),
  /** The day on which the list prices were last brought up to date. */
  pricesOf: Day,
  prices: Type.Array(Type.Object({ ...ModelPrice.properties, source: Type.Enum(['organization', 'shipped']) })),
  /** Where the list prices were read, and when. */
  references: Type.Array(Type.Object({ name: Type.String(), address: Type.String(), readOn: Day })),
})
export type PriceTable = Static<typeof PriceTable>

export function priceTable(own: readonly ModelPrice[] = []): PriceTable {
  return {
    currency: 'USD',
    pricesOf: shippedPricesOf,
    prices: [
      ...own.map((price) => ({ ...price, source: 'organization' as const })),
      ...shippedPrices.map((price) => ({ ...price, source: 'shipped' as const })),
    ],
    references: [...priceReferences],
  }
}
