import type { ModelPrice } from './price.ts'
import type { PriceReference, ProviderPrices } from './provider-prices.ts'
import { alibaba } from './providers/alibaba.ts'
import { anthropic } from './providers/anthropic.ts'
import { google } from './providers/google.ts'
import { openAi } from './providers/openai.ts'
import { others } from './providers/others.ts'

/**
 * List prices of providers for calls of their own interfaces, without discounts for batches, contracts or
 * subscriptions.
 *
 * A price is listed if the provider's own page has it, or if two third-party tables agree on it. Unverified prices are
 * left out, and their tokens show as unpriced. The first price of a model may start before the model's release.
 */
const providers: readonly ProviderPrices[] = [anthropic, openAi, google, alibaba, others]

export const shippedPrices: readonly ModelPrice[] = providers.flatMap(({ prices }) => prices)
export const priceReferences: readonly PriceReference[] = providers.flatMap(({ references }) => references)

/** The day of the last update of the table. */
export const shippedPricesOf = '2026-11-19'
