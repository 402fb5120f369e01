import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../app/api.ts'
import { useSearchState } from '../../../app/search.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { usePeople } from '../use-people.ts'
import { SetLimit } from './set-limit.tsx'
import { LimitsView } from './view.tsx'

const queryKey = ['limits']

export function Page() {
  const queryClient = useQueryClient()
  const [search, change] = useSearchState()
  const [chosen, setChosen] = useState<{ readonly email: string; readonly limit?: number } | undefined>()
  const limits = useQuery({
    queryKey,
    queryFn: () => Array.fromAsync(api.limits.list.items({ limit: 100 })),
    refetchInterval: 30_000,
  })
  const people = usePeople()
  // The page of a person links here with that person's e-mail in the query.
  const asked = search.person?.toLowerCase()
  const known = limits.data?.find(({ email }) => email.toLowerCase() === asked)
  const editing = chosen ?? (asked && limits.data ? (known ?? { email: asked }) : undefined)
  const close = () => {
    setChosen(undefined)
    change({ person: undefined })
  }
  return (
    <>
      <LimitsView
        limits={limits.data}
        error={limits.error}
        onRetry={() => void limits.refetch()}
        onAdd={() => setChosen({ email: '' })}
        onEdit={setChosen}
      />
      <Dialog title="Monthly limit" isOpen={editing !== undefined} onClose={close}>
        {editing && (
          <SetLimit
            {...editing}
            emails={people.data?.map(({ email }) => email) ?? []}
            onSaved={() => void queryClient.invalidateQueries({ queryKey }).then(close)}
          />
        )}
      </Dialog>
    </>
  )
}
