import type { ApiKey } from '@muster/contract/api-key'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../app/api.ts'
import { useMe } from '../../../app/me.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { usePeople } from '../use-people.ts'
import { NewKey } from './new-key.tsx'
import { KeysView } from './view.tsx'

const queryKey = ['api-keys']

export function Page() {
  const { user } = useMe()
  const isOwner = user.role === 'owner'
  const queryClient = useQueryClient()
  const [isMaking, setMaking] = useState(false)
  const [ending, setEnding] = useState<ApiKey | undefined>()
  const [withChildren, setWithChildren] = useState(false)
  const keys = useQuery({ queryKey, queryFn: () => Array.fromAsync(api.apiKeys.list.items({ limit: 100 })) })
  const people = usePeople(isOwner)
  const refresh = () => queryClient.invalidateQueries({ queryKey })
  const everybody = people.data ?? [user]
  return (
    <>
      <KeysView
        keys={keys.data}
        people={new Map(everybody.map((person) => [person.id, person]))}
        isOwner={isOwner}
        error={keys.error}
        onRetry={() => void keys.refetch()}
        onMake={() => setMaking(true)}
        onRevoke={(key) => {
          setWithChildren(false)
          setEnding(key)
        }}
      />
      <Dialog title="New API key" isOpen={isMaking} onClose={() => setMaking(false)}>
        <NewKey me={user} people={everybody} onMade={() => void refresh()} />
      </Dialog>
      <Confirm
        title="Revoke this key?"
        isOpen={ending !== undefined}
        onClose={() => setEnding(undefined)}
        action="Revoke"
        onConfirm={async () => {
          if (!ending) return
          await api.apiKeys.revoke({ id: ending.id, children: withChildren ? 'true' : 'false' })
          await refresh()
        }}
      >
        <p>“{ending?.name}” stops working at once, everywhere. This cannot be undone.</p>
        {ending?.children !== undefined && (
          <label className="mt-3 flex items-start gap-2 text-ink">
            <input
              type="checkbox"
              className="mt-0.5"
              checked={withChildren}
              onChange={(event) => setWithChildren(event.target.checked)}
            />
            Also revoke the {ending.children === 1 ? 'key' : `${ending.children} keys`} that were made with it
          </label>
        )}
      </Confirm>
    </>
  )
}
