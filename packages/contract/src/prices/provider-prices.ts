import type { ModelPrice } from './price.ts'

/** The source of prices. */
export interface PriceReference {
  readonly name: string
  readonly address: string
  readonly readOn: string
}

export interface ProviderPrices {
  readonly references: readonly PriceReference[]
  readonly prices: readonly ModelPrice[]
}
