import type { SessionCost } from './session.ts'

/** The cost of a session as short text: `$0.0951`, or `about $1.20, and 5,000 tokens without a price`. */
export function costText(cost: SessionCost): string {
  const { amount, source, unpricedTokens } = cost
  const tokens = unpricedTokens.toLocaleString('en-US')
  if (amount === null) return `no known price for ${tokens} tokens`
  const said = source === 'reported' ? money(amount, cost) : `about ${money(amount, cost)}`
  return unpricedTokens === 0 ? said : `${said}, and ${tokens} tokens without a price`
}

/** The same for a table column; `undefined` if the cost is unknown because the agent reports no tokens. */
export function shortCostText(cost: SessionCost | undefined): string | undefined {
  if (!cost || cost.amount === null) return undefined
  const amount = money(cost.amount, cost)
  if (cost.unpricedTokens > 0) return `over ${amount}`
  return cost.source === 'reported' ? amount : `about ${amount}`
}

function money(amount: number, { currency }: SessionCost): string {
  const number = amount >= 1 ? amount.toFixed(2) : String(Number(amount.toFixed(4)))
  return currency === 'USD' ? `$${number}` : `${number} ${currency}`
}
