import { expect, it } from 'vitest'
import { type SpendNumbers, sentencesOf, textOf } from './sentences.ts'

const numbers: SpendNumbers = {
  month: '2026-11-01',
  isOver: false,
  spent: 810.9,
  forecast: { amount: 1400, low: 1300.5, high: 1500 },
  change: { share: 0.104, amount: 80, before: '2026-10-01' },
  drivers: [
    { team: 'Web', change: 60, share: 0.5 },
    { team: 'Web', model: 'atlas-5', change: 41.5, share: 0.6 },
    { model: 'atlas-5', change: 30, share: 0.5 },
    { team: 'Data', change: -10, share: 0.1 },
  ],
  unusualDays: [],
  unpricedTokens: 0,
}
const told = (parts: Partial<SpendNumbers>) => sentencesOf({ ...numbers, ...parts }).map(textOf)
const [soFar, more, web] = told({})

it('a month that goes on is told with its forecast, what it is compared with, and what grew most', () => {
  expect([soFar, more, web]).toEqual([
    'November so far costs $810.90, on the way to $1,400.00 ($1,300.50 to $1,500.00).',
    'Weekday by weekday, that is 10.4% more than October.',
    'Web grew most, by $60.00, of which $41.50 came from atlas-5.',
  ])
})

it('names of things with numbers of their own lead there', () => {
  const about = sentencesOf(numbers).flatMap((sentence) => sentence.flatMap((words) => words.about ?? []))
  expect(about).toEqual([{ team: 'Web' }, { team: 'Web', model: 'atlas-5' }])
})

const fell = { share: -0.2, amount: -80, before: '2026-10-01' }
it.each<[string, Partial<SpendNumbers>, string[]]>([
  ['a month that is over', { isOver: true, forecast: undefined }, ['November cost $810.90.', more ?? '', web ?? '']],
  ['no forecast', { forecast: undefined }, ['November so far costs $810.90.', more ?? '', web ?? '']],
  ['nothing to compare with', { change: undefined, drivers: [] }, [soFar ?? '']],
  [
    'no change to speak of',
    { change: { ...fell, share: 0.019 } },
    [soFar ?? '', 'Weekday by weekday, that is as much as October.'],
  ],
  [
    'a fall, with one team',
    {
      change: fell,
      drivers: [
        { team: '(none)', change: -80, share: 1 },
        { user: 'u1', userName: 'Maya', change: -70, share: 0.9 },
      ],
    },
    [soFar ?? '', 'Weekday by weekday, that is 20.0% less than October.', 'Maya fell most, by $70.00.'],
  ],
  [
    'an unusual day',
    {
      change: undefined,
      unusualDays: [
        { date: '2026-11-10', cost: 90, usual: 40, driver: { repository: '(none)', change: 48, share: 0.9 } },
      ],
    },
    [soFar ?? '', 'Tue 10 Nov was unusual: $90.00 where $40.00 is usual, mostly Work outside of repositories.'],
  ],
  [
    'tokens without a price',
    { change: undefined, forecast: undefined, unpricedTokens: 131_700_000 },
    ['November so far costs at least $810.90.', '131.7M tokens have no price, and are in no amount.'],
  ],
])('%s is told', (_, parts, expected) => {
  expect(told(parts)).toEqual(expected)
})
