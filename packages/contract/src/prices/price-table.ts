import { type Static, Type } from 'typebox'
import { Day } from '../analytics.ts'
import { ModelPrice } from './price.ts'
import { priceReferences, shippedPrices, shippedPricesOf } from './shipped-prices.ts'

/** All prices used for estimates, those of the organization first. */
export const PriceTable = Type.Object({
  currency: Type.Literal('USD'),
  /** The day of the last update of the list prices. */
  pricesOf: Day,
  prices: Type.Array(Type.Object({ ...ModelPrice.properties, source: Type.Enum(['organization', 'shipped']) })),
  /** The sources of the list prices, with the day on which each was read. */
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
