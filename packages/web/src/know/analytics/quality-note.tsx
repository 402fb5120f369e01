import { Link } from '@tanstack/react-router'
import { rangeSearch, useSearchState } from '../../app/search.ts'
import { longDay } from '../../ui/days.ts'
import { exact } from '../../ui/numbers.ts'
import { useStatus } from './queries.ts'
import { useRange } from './use-range.ts'

/** Its space is there before its words, so that the page does not move. */
const line = '-mt-3 mb-4 flex h-5 items-center gap-1.5 text-[13px] text-muted'
const dots = { good: 'bg-good', warn: 'bg-warn', bad: 'bg-bad' } as const

/** One dot and a few words on whether the shown numbers are final. It leads to the page behind it. */
export function QualityNote() {
  const { range } = useRange()
  const [search] = useSearchState()
  const { data } = useStatus()
  if (!data) return <p className={line} />
  const isShown = ({ day }: { day: string }) => day >= range.from && day <= range.to
  const [failing, pending] = [data.failingDays.filter(isShown).length, data.pendingDays.filter(isShown).length]
  const [dot, words] =
    failing > 0
      ? (['bad', `${exact(failing)} of these days could not be computed and will be tried again`] as const)
      : pending > 0
        ? (['warn', `${exact(pending)} of these days ${pending === 1 ? 'is' : 'are'} being computed`] as const)
        : (['good', `Final through ${data.completeThrough ? longDay(data.completeThrough) : 'no day yet'}`] as const)
  return (
    <p className={line} role="status">
      <span aria-hidden="true" className={`size-2 rounded-full ${dots[dot]}`} />
      <Link to="/analytics/quality" search={rangeSearch(search) as never} className="hover:text-ink hover:underline">
        {words}
      </Link>
    </p>
  )
}
