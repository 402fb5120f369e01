import type { FieldError } from '../errors.ts'
import { groupBy } from '../group-by.ts'
import { canonicalModel } from '../model-name.ts'
import type { ModelPrice } from './price.ts'
import { type TokenKind, tokenKinds } from './token-kinds.ts'

/** Faults in a list of valid prices: days that do not exist, two prices for one day, and gaps between two prices. */
export function priceFaults(prices: readonly ModelPrice[], path: string): FieldError[] {
  const placed = prices.map((price, index) => ({ price, at: `${path}[${index}]` }))
  const faults = placed.flatMap(({ price, at }) => ownFaults(price, at))
  if (faults.length > 0) return faults
  return [...groupBy(placed, ({ price }) => canonicalModel(price.model)).values()].flatMap((periods) => {
    const inOrder = periods.toSorted((a, b) => (a.price.from < b.price.from ? -1 : 1))
    return inOrder.slice(1).flatMap((next, index) => betweenFaults(inOrder[index]?.price, next))
  })
}

function ownFaults(price: ModelPrice, at: string): FieldError[] {
  const { from, to, long = [] } = price
  const faults = [
    ...decimalFaults(price, at),
    ...long.flatMap((one, index) => decimalFaults(one, `${at}.long[${index}]`)),
  ]
  for (const [name, day] of [
    ['from', from],
    ['to', to],
  ] as const) {
    if (day !== undefined && !isDay(day)) {
      faults.push({ path: `${at}.${name}`, message: `must be a day of the calendar, which ${day} is not` })
    }
  }
  if (to !== undefined && to < from) faults.push({ path: `${at}.to`, message: `must not be before from, ${from}` })
  if (new Set(long.map(({ above }) => above)).size < long.length) {
    faults.push({ path: `${at}.long`, message: 'must not name the same number of tokens twice' })
  }
  return faults
}

/** More decimals would be rounded, so the stored price would differ from the one that the owner set. */
function decimalFaults(amounts: Partial<Record<TokenKind, number>>, at: string): FieldError[] {
  return tokenKinds.flatMap((kind) => {
    const micros = (amounts[kind] ?? 0) * 1_000_000
    if (Math.abs(micros - Math.round(micros)) < 1e-4) return []
    return [{ path: `${at}.${kind}`, message: 'must have at most 6 decimals' }]
  })
}

function betweenFaults(
  earlier: ModelPrice | undefined,
  { price, at }: { price: ModelPrice; at: string },
): FieldError[] {
  if (earlier === undefined) return []
  const { model, from } = price
  if (earlier.to === undefined || earlier.to >= from) {
    const until = earlier.to === undefined ? 'without an end' : `to ${earlier.to}`
    const message = `overlaps with another price of ${model}, from ${earlier.from} ${until}: end that one before ${from}`
    return [{ path: `${at}.from`, message }]
  }
  const expected = dayAfter(earlier.to)
  if (expected === from) return []
  const message = `leaves ${model} without a price from ${expected} on: begin on ${expected}, or let the earlier price end later`
  return [{ path: `${at}.from`, message }]
}

function isDay(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00.000Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + 86_400_000).toISOString().slice(0, 10)
}
