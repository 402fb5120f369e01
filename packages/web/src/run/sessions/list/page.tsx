import { lazy, Suspense, useMemo, useState } from 'react'
import { useMe } from '../../../app/me.ts'
import { useSearchState } from '../../../app/search.ts'
import { usePeople } from '../../../govern/organization/use-people.ts'
import { nameOf } from '../../../ui/person.tsx'
import { useComputers } from '../../computers/queries.ts'
import { canAskForNotifications } from '../live/notify-asking.ts'
import { type Filter, isShow } from './filter-sessions.ts'
import { useSessions } from './use-sessions.ts'
import { SessionsView } from './view.tsx'

const Peek = lazy(async () => ({ default: (await import('./peek.tsx')).Peek }))

export function Page() {
  const { user } = useMe()
  const [search, change] = useSearchState()
  const isMine = search.whose === 'mine'
  const filter = useMemo(
    (): Filter => ({
      show: isShow(search.show) ? search.show : 'all',
      text: search.q ?? '',
      computerId: search.computer,
      userId: isMine ? user.id : undefined,
    }),
    [search.show, search.q, search.computer, isMine, user.id],
  )
  const { query, all, found } = useSessions(filter)
  const computers = useComputers()
  const hasOthers = user.role === 'owner' || user.role === 'manager'
  const people = usePeople(hasOthers)
  const others = useMemo(
    () => new Map(people.data?.flatMap((person) => (person.id === user.id ? [] : [[person.id, nameOf(person)]]))),
    [people.data, user.id],
  )
  const [canAsk, setCanAsk] = useState(canAskForNotifications)
  const ask = async () => {
    await Notification.requestPermission()
    setCanAsk(canAskForNotifications())
  }
  return (
    <>
      <SessionsView
        sessions={found}
        total={all?.length ?? 0}
        computers={computers.data ?? []}
        filter={filter}
        isMine={isMine}
        hasOthers={hasOthers}
        others={others}
        onFilter={change}
        onPeek={(peek) => change({ peek })}
        more={{
          isThere: query.hasNextPage,
          isLoading: query.isFetchingNextPage,
          load: () => void query.fetchNextPage(),
        }}
        error={query.error}
        onRetry={() => void query.refetch()}
        notifications={{ canAsk, ask: () => void ask() }}
      />
      {search.peek !== undefined && (
        <Suspense>
          <Peek sessionId={search.peek} onClose={() => change({ peek: undefined })} />
        </Suspense>
      )}
    </>
  )
}
