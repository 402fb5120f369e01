import type { FoundPrice, PriceList } from '@muster/contract/prices/price-list'

/** The same prices, each looked up once, because the same model is called over and over. */
export function rememberPrices(prices: PriceList): PriceList {
  const known = new Map<string, Map<string, FoundPrice | undefined>>()
  let last: { readonly model: string; readonly day: string; readonly price: FoundPrice | undefined } | undefined
  return {
    find(model, day) {
      if (last?.model === model && last.day === day) return last.price
      const days = known.get(model) ?? new Map<string, FoundPrice | undefined>()
      known.set(model, days)
      if (!days.has(day)) days.set(day, prices.find(model, day))
      last = { model, day, price: days.get(day) }
      return last.price
    },
  }
}
