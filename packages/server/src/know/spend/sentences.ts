import type { SpendDriver, SpendPlace, SpendWords, UnusualDay } from '@muster/contract/spend'
import { placeOf } from './drivers.ts'
import type { Forecast } from './forecast.ts'

/** The numbers that sentences tell, in dollars. */
export interface SpendNumbers {
  /** A day of the month. */
  readonly month: string
  readonly isOver: boolean
  readonly spent: number
  readonly forecast: Forecast | undefined
  /** Since the same days of the month before, weekday by weekday; `undefined` if there were no costs to compare with. */
  readonly change: { readonly share: number; readonly amount: number; readonly before: string } | undefined
  readonly drivers: readonly SpendDriver[]
  readonly unusualDays: readonly UnusualDay[]
  readonly unpricedTokens: number
}

type Sentence = SpendWords[]

/** A change below this is none. */
const leastShare = 0.02
/** A part is told if it is at least this much of the whole. */
const leastPart = 0.25
const mostUnusual = 2

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const count = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const percent = new Intl.NumberFormat('en-US', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })
const dayName = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })

export const nameOfMonth = (day: string) => monthName.format(Date.parse(day))

/** What the numbers of a month say, made by rules alone. */
export function sentencesOf(numbers: SpendNumbers): Sentence[] {
  return [
    soFar(numbers),
    comparedWithBefore(numbers),
    mostOfTheChange(numbers),
    ...numbers.unusualDays.toSorted(byDifference).slice(0, mostUnusual).map(unusualDay),
    withoutPrice(numbers),
  ].filter((sentence) => sentence.length > 0)
}

export function textOf(sentence: Sentence): string {
  return sentence.map(({ text }) => text).join('')
}

function soFar({ month, isOver, spent, forecast, unpricedTokens }: SpendNumbers): Sentence {
  const name = nameOfMonth(month)
  const amount = `${unpricedTokens > 0 ? 'at least ' : ''}${dollars.format(spent)}`
  if (isOver) return [{ text: `${name} cost ${amount}.` }]
  const way = forecast
    ? `, on the way to ${dollars.format(forecast.amount)} (${dollars.format(forecast.low)} to ${dollars.format(forecast.high)})`
    : ''
  return [{ text: `${name} so far costs ${amount}${way}.` }]
}

function comparedWithBefore({ change }: SpendNumbers): Sentence {
  if (!change) return []
  const much =
    Math.abs(change.share) < leastShare
      ? 'as much as'
      : `${percent.format(Math.abs(change.share))} ${change.share > 0 ? 'more' : 'less'} than`
  return [{ text: `Weekday by weekday, that is ${much} ${nameOfMonth(change.before)}.` }]
}

/** The team that changed most, if there are several; otherwise the model, and so on. */
function mostOfTheChange({ change, drivers }: SpendNumbers): Sentence {
  if (!change || Math.abs(change.share) < leastShare) return []
  const isPart = (driver: SpendDriver, whole: number) => driver.change / whole >= leastPart
  for (const kind of ['team', 'model', 'repository', 'user'] as const) {
    const alike = drivers.filter((driver) => isOf(driver, kind))
    const main = alike.find((driver) => isPart(driver, change.amount))
    if (!main || (alike.length < 2 && kind === 'team')) continue
    const verb = main.change > 0 ? 'grew' : 'fell'
    const within = drivers.find(
      (driver) =>
        kind === 'team' &&
        Object.keys(placeOf(driver)).length === 2 &&
        driver.team === main.team &&
        isPart(driver, main.change),
    )
    const part = within && placeWithin(within)
    return [
      { text: nameOf(main), about: placeOf(main) },
      { text: ` ${verb} most, by ${dollars.format(Math.abs(main.change))}` },
      ...(part
        ? [
            {
              text: `, of which ${dollars.format(Math.abs(within.change))} ${verb === 'grew' ? 'came from' : 'went with'} `,
            },
            { text: part.name, about: part.about },
          ]
        : []),
      { text: '.' },
    ]
  }
  return []
}

function unusualDay({ date, cost, usual, driver }: UnusualDay): Sentence {
  return [
    { text: dayName.format(Date.parse(date)).replace(',', ''), about: { day: date } },
    { text: ` was unusual: ${dollars.format(cost)} where ${dollars.format(usual)} is usual` },
    ...(driver ? [{ text: ', mostly ' }, { text: nameOf(driver), about: placeOf(driver) }] : []),
    { text: '.' },
  ]
}

function withoutPrice({ unpricedTokens }: SpendNumbers): Sentence {
  return unpricedTokens > 0
    ? [{ text: `${count.format(unpricedTokens)} tokens have no price, and are in no amount.` }]
    : []
}

function byDifference(one: UnusualDay, other: UnusualDay): number {
  return Math.abs(other.cost - other.usual) - Math.abs(one.cost - one.usual)
}

const unnamed: Readonly<Record<keyof SpendPlace, string>> = {
  team: 'Work without a team',
  user: 'Unknown people',
  repository: 'Work outside of repositories',
  model: 'Costs without a model',
  agent: 'Unknown agents',
}

function isOf(driver: SpendDriver, kind: keyof SpendPlace): boolean {
  return Object.keys(placeOf(driver)).join() === kind
}

/** The name of a place of one kind. */
function nameOf(driver: SpendDriver): string {
  const [entry] = Object.entries(placeOf(driver)) as [keyof SpendPlace, string][]
  const [kind, name] = entry ?? ['team', '']
  if (name === '(none)') return unnamed[kind]
  return kind === 'user' ? (driver.userName ?? name) : name
}

/** What a place within a team is besides that team. */
function placeWithin(driver: SpendDriver) {
  const { team: _, ...rest } = driver
  return { name: nameOf(rest), about: placeOf(driver) }
}
