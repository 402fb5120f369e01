const exactFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const shortFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const compactFormat = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const percentFormat = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const wholePercentFormat = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 })

const moneyFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const compactMoneyFormat = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
})

/** $1,234.50. */
export function money(dollars: number): string {
  return moneyFormat.format(dollars)
}

export function compactMoney(dollars: number): string {
  return compactMoneyFormat.format(dollars)
}

/** 1,234,567. */
export function exact(value: number): string {
  return exactFormat.format(value)
}

/** 1.2M, for places from which the exact number is one step away. */
export function compact(value: number): string {
  return Math.abs(value) < 10_000 ? shortFormat.format(value) : compactFormat.format(value)
}

/** 14.0%: always one digit, so that numbers below each other can be compared. */
export function percent(share: number): string {
  return percentFormat.format(share)
}

/** 14%, for the axis of a chart. */
export function wholePercent(share: number): string {
  return wholePercentFormat.format(share)
}

interface Change {
  readonly text: string
  readonly direction: 'up' | 'down' | 'same'
}

/** The change of a number since the preceding period; `undefined` if there is no earlier number. */
export function changeOf(now: number, before: number | undefined): Change | undefined {
  if (before === undefined || (before === 0 && now === 0)) return undefined
  if (before === 0) return { text: 'new', direction: 'up' }
  const share = now / before - 1
  const rounded = Math.round(Math.abs(share) * 1000) / 1000
  const direction = rounded === 0 ? 'same' : share > 0 ? 'up' : 'down'
  return { text: direction === 'same' ? 'no change' : percent(rounded), direction }
}

const byteUnits = ['bytes', 'KB', 'MB', 'GB'] as const

/** 1.2 MB. */
export function bytesText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes) / 3))
  return `${compactFormat.format(bytes / 1000 ** power)} ${byteUnits[power]}`
}

/** 4.1 s. */
export function seconds(ms: number): string {
  return `${compactFormat.format(ms / 1000)} s`
}

/** 12.5 h. */
export function hours(ms: number): string {
  return `${compactFormat.format(ms / 3_600_000)} h`
}
