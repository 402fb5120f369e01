import type { Money } from '@muster/history/summary/money'
import type { Tally } from '@muster/history/summary/tally'

const units = [
  { size: 1e9, letter: 'B' },
  { size: 1e6, letter: 'M' },
  { size: 1e3, letter: 'K' },
]

/** A count for a narrow column: `987`, `12.3K`, `4.56M`. */
export function shortCount(count: number): string {
  const unit = units.find(({ size }) => count >= size)
  if (!unit) return String(count)
  const value = count / unit.size
  const decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return `${value.toFixed(decimals)}${unit.letter}`
}

/** Marks an estimate; a cost without a price is unknown. */
export function money(cost: Money | null, isPerson = true): string {
  if (cost === null) return '-'
  return `${cost.source === 'estimated' ? '~' : ''}${dollars(cost.amount, isPerson)}`
}

/** The cost of some calls. No calls cost nothing, which differs from an unknown cost. */
export function spent({ calls, purse }: Tally): string {
  return calls === 0 ? 'nothing' : money(purse.money)
}

/** For a program: without thousands separators, and exact below one cent. */
export function dollars(amount: number, isPerson = true): string {
  if (!isPerson) return `$${amount.toFixed(amount > 0 && amount < 0.01 ? 6 : 2)}`
  if (amount > 0 && amount < 0.01) return '<$0.01'
  return `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
}
