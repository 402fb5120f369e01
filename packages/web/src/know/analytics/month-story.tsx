import type { SpendWords } from '@muster/contract/spend'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../app/api.ts'
import { Card } from '../../ui/card.tsx'
import { monthName } from '../../ui/days.ts'
import { Waiting } from '../../ui/states.tsx'
import { searchOf } from './filters.ts'

/** Today is part of the month, and goes on. */
const againMs = 60_000

/** What the month costs and why, in sentences whose names lead to their numbers. */
export function MonthStory() {
  const { data, error, refetch } = useQuery({
    queryKey: ['analytics', 'spend'],
    queryFn: () => api.analytics.spend({}),
    staleTime: againMs,
    refetchInterval: againMs,
  })
  const month = data && `${data.month}-01`
  return (
    <Card
      title={month ? monthName(month) : 'This month'}
      actions={
        <Link
          to="/analytics/costs"
          search={{ range: 'month' } as never}
          className="px-2 text-xs text-muted hover:underline"
        >
          Day by day
        </Link>
      }
    >
      {data ? (
        <div className="min-h-40 max-w-5xl space-y-1 text-[15px] leading-6">
          {data.words.map((sentence, at) => (
            <p key={data.sentences[at]} className={at === 0 ? 'font-medium' : 'text-muted'}>
              {sentence.map((words) => (
                <Words key={words.text} {...words} />
              ))}
            </p>
          ))}
        </div>
      ) : (
        <Waiting error={error} retry={() => void refetch()} className="h-40" />
      )}
    </Card>
  )
}

function Words({ text, about }: SpendWords) {
  if (!about) return text
  const days = about.day ? { from: about.day, to: about.day } : { range: 'month' }
  return (
    <Link
      to="/analytics/costs"
      search={{ ...days, ...searchOf(about) } as never}
      className="text-ink underline decoration-line-strong underline-offset-2 hover:decoration-ink"
    >
      {text}
    </Link>
  )
}
