import type { ControlChange } from '@muster/contract/controls'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../app/api.ts'
import { useMe } from '../../../app/me.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { DifferenceList } from '../controls/difference-list.tsx'
import { differences } from '../controls/schema-form.ts'
import { ControlsHistoryView } from './view.tsx'

export function Page() {
  const isOwner = useMe().user.role === 'owner'
  const queryClient = useQueryClient()
  const [wanted, setWanted] = useState<ControlChange | undefined>()
  const history = useInfiniteQuery({
    queryKey: ['controls', 'history'],
    queryFn: ({ pageParam }) => api.controls.history({ limit: 50, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor,
  })
  const changes = history.data?.pages.flatMap(({ changes }) => changes)
  const current = changes?.[0]
  const restore = async () => {
    if (!wanted || !current) return
    await api.controls.replace(wanted.settings, { ifMatch: current.revision })
    await queryClient.invalidateQueries({ queryKey: ['controls'] })
  }
  return (
    <>
      <ControlsHistoryView
        changes={changes}
        isOwner={isOwner}
        hasMore={history.hasNextPage}
        onMore={() => void history.fetchNextPage()}
        error={history.error}
        onRetry={() => void history.refetch()}
        onRestore={setWanted}
      />
      <Confirm
        title={`Restore revision ${wanted?.revision}?`}
        isOpen={wanted !== undefined}
        onClose={() => setWanted(undefined)}
        action="Restore"
        onConfirm={restore}
      >
        {wanted && current && <DifferenceList differences={differences(current.settings, wanted.settings)} />}
        <p>It becomes a new revision; nothing of the history is lost.</p>
      </Confirm>
    </>
  )
}
