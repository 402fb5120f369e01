import type { ModelPrice } from './price.ts'
import type { PriceReference, ProviderPrices } from './provider-prices.ts'
import { alibaba } from './providers/alibaba.ts'
import { anthropic } from './providers/anthropic.ts'
import { google } from './providers/google.ts'
import { openAi } from './providers/openai.ts'
import { others } from './providers/others.ts'

/**
 * List prices of providers for calls of their own interfaces, without discounts for batches, contracts or subscriptions.
 *
 * A price stands here when the provider's own page says it, or when two tables that others maintain agree on it. What
 * nobody could verify is left out, and shows as unpriced. The first price of a model may begin before the model did.
 */
const providers: readonly ProviderPrices[] = [anthropic, openAi, google, alibaba, others]

export const shippedPrices: readonly ModelPrice[] = providers.flatMap(({ prices }) => prices)
export const priceReferences: readonly PriceReference[] = providers.flatMap(({ references }) => references)

/** The day on which the table was last brought up to date. */
export const shippedPricesOf = '2026-11-15'
