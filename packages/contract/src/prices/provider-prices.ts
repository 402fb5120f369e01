import type { ModelPrice } from './price.ts'

/** A page that prices were read from. */
export interface PriceReference {
  readonly name: string
  readonly address: string
  readonly readOn: string
}

export interface ProviderPrices {
  readonly references: readonly PriceReference[]
  readonly prices: readonly ModelPrice[]
}
